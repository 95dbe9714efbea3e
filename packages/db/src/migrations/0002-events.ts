import type { Migration } from './migration.js';

const COMMON = `
  project_id bigint not null,
  id uuid not null,
  timestamp timestamptz not null,
  environment text,
  release text,
  user_key text,
  trace_id text collate "C",
  span_id text,
  replay_id text collate "C",
  tags jsonb,
  contexts jsonb`;

/**
 * A table partitioned by its time-ordered id: the bounds of a partition are the smallest ids of two points in time. There
 * is no default partition, because it would block `DETACH … CONCURRENTLY`.
 */
const partitioned = (table: string, columns: string): string =>
  `create table ${table} (${COMMON}, ${columns}, primary key (project_id, id)) partition by range (id)`;

/** For lookups by trace. Most rows of these tables have no trace. */
const traceIndex = (table: string): string =>
  `create index ${table}_trace on ${table} (project_id, trace_id) where trace_id is not null`;

/**
 * The five event tables, one row for each event, and the receipts that prevent a part from being stored twice.
 *
 * Breadcrumbs are most of a large exception, and only single reads need them: as `text` they are neither parsed nor built
 * as `jsonb` when they are stored.
 */
export const events: Migration = {
  name: '0002-events',
  statements: ({ lz4 }) => {
    const big = lz4 ? 'compression lz4' : '';
    return [
      partitioned(
        'exceptions',
        `level text not null, type text not null, message text not null, handled boolean, hash text collate "C" not null,
         payload jsonb ${big} not null, breadcrumbs text ${big}`,
      ),
      `create index exceptions_hash on exceptions (project_id, hash, id)`,
      traceIndex('exceptions'),
      `create index exceptions_replay on exceptions (project_id, replay_id) where replay_id is not null`,
      partitioned(
        'spans',
        `span_uuid text not null, parent_id text, name text not null, op text, status text not null,
         start_time timestamptz not null, end_time timestamptz not null, duration double precision not null,
         metrics jsonb, previous_trace_id text collate "C", constraint spans_have_a_trace check (trace_id is not null)`,
      ),
      `create index spans_trace on spans (project_id, trace_id)`,
      `create index spans_previous_trace on spans (project_id, previous_trace_id) where previous_trace_id is not null`,
      partitioned('logs', `level text not null, message text not null, attributes jsonb ${big}`),
      traceIndex('logs'),
      partitioned('hits', `kind text not null, name text, url text, referrer text, title text, session_id text`),
      traceIndex('hits'),
      partitioned(
        'replays',
        `segment integer not null, start_time timestamptz, end_time timestamptz, events text ${big} not null,
         event_count integer not null`,
      ),
      `create index replays_replay on replays (project_id, replay_id, segment)`,
      traceIndex('replays'),
      `create table receipts (
         project_id bigint not null,
         batch_id uuid not null,
         type text collate "C" not null,
         primary key (project_id, batch_id, type)
       ) partition by range (batch_id)`,
    ];
  },
};
