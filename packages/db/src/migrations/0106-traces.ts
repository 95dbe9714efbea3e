import type { Migration } from './migration.js';

const TRACES = [
  `create table traces (
     project_id bigint not null,
     day date not null,
     trace_id text collate "C" not null,
     first_start timestamptz not null,
     last_end timestamptz not null,
     span_count bigint not null,
     error_count bigint not null,
     roots jsonb not null,
     earliest jsonb not null,
     first_id uuid,
     primary key (project_id, day, trace_id)
   ) partition by range (day)`,
  `create index traces_trace on traces (project_id, trace_id)`,
  `create index traces_first on traces (project_id, first_id)`,
];

const ENDPOINTS = [
  `create table span_arrivals (
     project_id bigint not null,
     hour timestamptz not null,
     first_id uuid not null,
     primary key (project_id, hour, first_id)
   ) with (autovacuum_vacuum_scale_factor = 0.05)`,
  `create table endpoint_hours (
     project_id bigint not null,
     name text collate "C" not null,
     environment text collate "C" not null,
     hour timestamptz not null,
     count bigint not null,
     errors bigint not null,
     sum double precision not null,
     min double precision not null,
     max double precision not null,
     sketch text not null,
     primary key (project_id, name, environment, hour)
   ) with (autovacuum_vacuum_scale_factor = 0.05)`,
  `create index endpoint_hours_project on endpoint_hours (project_id, hour)`,
  `create index endpoint_hours_hour on endpoint_hours (hour)`,
  `create table endpoint_rollups (
     project_id bigint not null,
     hour timestamptz not null,
     roots bigint not null,
     took_ms integer not null,
     rolled_at timestamptz not null default now(),
     primary key (project_id, hour)
   ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`,
  `create index endpoint_rollups_hour on endpoint_rollups (hour)`,
];

/**
 * Partial traces, one row for each trace and day of arrival, and the hourly rollup of root spans by name.
 *
 * Lists of traces are in the order of `first_id`, the smallest event id of a trace; a row without one is in no list. Storage
 * parameters belong to partitions (`STORAGE`).
 *
 * `span_arrivals` tells housekeeping which hours to derive: it has one row for each transaction, project and UTC hour of arrival that
 * spans were stored of; `first_id` is the smallest event id of them. Workers append rows in the transaction that stores the spans;
 * `rollUpEndpoints` deletes them. `endpoint_hours` has the root spans of an hour by name and environment; the empty name is the sum
 * of all names. `sketch` is the text form of `@sluice/sketch`. `endpoint_rollups` remembers when an hour was derived and how long it
 * took.
 */
export const traces: Migration = {
  name: '0106-traces',
  statements: () => [...TRACES, ...ENDPOINTS],
};
