import type { Migration } from './migration.js';

/**
 * Metric series.
 *
 * `metric_points` has one row for each name, environment, release, minute of arrival and transaction. Rows are appended and
 * never updated; `part` is the smallest event id of a row. Appended rows have `width` 0. Compaction replaces the rows of a
 * minute by one of `width` 1, and later those of an hour by one of `width` 60; its index has only rows that it has yet to
 * replace. `sketch` is the text form of `@sluice/sketch`. The primary key includes the sums, so that an overview of all
 * names reads no sketches.
 */
export const metrics: Migration = {
  name: '0107-metrics',
  statements: () => [
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
     ) with (fillfactor = 100, autovacuum_vacuum_scale_factor = 0.05)`,
    `create index metric_names_touched on metric_names (touched_at)`,
  ],
};
