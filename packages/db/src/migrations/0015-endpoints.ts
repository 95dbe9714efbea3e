import type { Migration } from './migration.js';

/**
 * Hourly rollup of root spans by name, and what tells housekeeping which hours to derive.
 *
 * `span_arrivals` has one row for each transaction, project and UTC hour of arrival that spans were stored of; `first_id` is
 * the smallest event id of them. Workers append rows in the transaction that stores the spans; `rollUpEndpoints` deletes them.
 * `endpoint_hours` has the root spans of an hour by name and environment; the empty name is the sum of all names. `sketch` is
 * the text form of `@sluice/sketch`. `endpoint_rollups` remembers when an hour was derived and how long it took.
 *
 * Hours whose spans were stored before this migration are derived, too.
 */
export const endpoints: Migration = {
  name: '0015-endpoints',
  statements: () => [
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
    `insert into span_arrivals (project_id, hour, first_id)
       select distinct project_id, hour, '00000000-0000-0000-0000-000000000000'::uuid
       from usage where type = 'span' and outcome = 'processed'`,
  ],
};
