import type { Migration } from './migration.js';

const POINTS = 'fillfactor = 100, autovacuum_vacuum_scale_factor = 0.05';

/**
 * Traces in the order of their first arrival, the visit that page traces belong to, and metric series.
 *
 * `metric_points`: one row for each (name, environment, release, minute of arrival) and transaction, appended, never
 * updated; `part` is the smallest event id that went into it. Appended rows have `width` 0; compaction replaces those of
 * a minute by one of `width` 1, later those of an hour by one of `width` 60, and finds them by an index that only knows
 * what is still to be replaced. `sketch` is the text of `@sluice/sketch`. The key bears the sums, so that an overview of
 * all names reads no sketches.
 */
export const tracesAndMetrics: Migration = {
  name: '0006-traces-and-metrics',
  statements: () => [
    `alter table traces add column first_id uuid`,
    // As near as the rows of older code can tell; a row without one is in no list.
    `update traces set first_id = (earliest ->> 'id')::uuid`,
    `create index traces_first on traces (project_id, first_id)`,
    `alter table spans add column previous_trace_id text collate "C"`,
    `create index spans_previous_trace on spans (project_id, previous_trace_id) where previous_trace_id is not null`,
    `create table metric_points (
       project_id bigint not null,
       day date not null,
       name text collate "C" not null,
       environment text collate "C" not null,
       release text collate "C" not null,
       minute timestamptz not null,
       width smallint not null,
       part uuid not null,
       count bigint not null,
       sum double precision not null,
       min double precision not null,
       max double precision not null,
       sketch text not null,
       primary key (project_id, name, day, minute, environment, release, part) include (count, sum, min, max)
     ) partition by range (day)`,
    `create index metric_points_open on metric_points (width, minute) where width < 60`,
    `create table metric_names (
       project_id bigint not null,
       name text collate "C" not null,
       first_seen timestamptz not null default now(),
       touched_at timestamptz not null default now(),
       primary key (project_id, name)
     ) with (${POINTS})`,
    `create index metric_names_touched on metric_names (touched_at)`,
  ],
};
