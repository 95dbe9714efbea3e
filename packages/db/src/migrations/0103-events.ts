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
 * as `jsonb` when they are stored. `ordered_at` is the time by which an exception is ordered, if that is not its `timestamp`
 * (`orderingTime`).
 *
 * Spans are found by trace and arrival (decision 0146), so that a page of a trace reads the spans of that page only. The third key
 * is the time in the first six bytes of the event id. All spans of a batch have the same, so that the index is as small as one by
 * trace; with the whole id it would be six times as large.
 *
 * `visitor` tells visitors apart in projects that do not store addresses in full: the gateway's hash of the address with a key of
 * the day. Visits are derived from it. Reads never return it.
 *
 * `late_logs` says which logs were stored long after their arrival, for readers who follow logs: they read the newest arrivals and
 * these ranges. Workers append a row in the transaction that stores the logs: the smallest and the greatest id of logs of one
 * project that arrived within the same ten seconds. Logs that are stored soon after their arrival, nearly all, have no row.
 */
export const events: Migration = {
  name: '0103-events',
  statements: ({ lz4 }) => {
    const big = lz4 ? 'compression lz4' : '';
    return [
      partitioned(
        'exceptions',
        `level text not null, type text not null, message text not null, handled boolean, hash text collate "C" not null,
         payload jsonb ${big} not null, breadcrumbs text ${big}, ordered_at timestamptz`,
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
      `create index spans_trace_arrival on spans (project_id, trace_id, substring(uuid_send(id) from 1 for 6))`,
      `create index spans_previous_trace on spans (project_id, previous_trace_id) where previous_trace_id is not null`,
      partitioned('logs', `level text not null, message text not null, attributes jsonb ${big}`),
      traceIndex('logs'),
      partitioned(
        'hits',
        `kind text not null, name text, url text, referrer text, title text, session_id text, visitor text collate "C"`,
      ),
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
      `create table late_logs (
         project_id bigint not null,
         stored_at timestamptz not null,
         first_id uuid not null,
         last_id uuid not null,
         primary key (project_id, stored_at, first_id)
       ) with (autovacuum_vacuum_scale_factor = 0.05)`,
      `create index late_logs_stored on late_logs (stored_at)`,
    ];
  },
};
