import type { Migration } from './migration.js';

/**
 * Partial traces, one row for each trace and day of arrival. Lists are in the order of `first_id`, the smallest event id of
 * a trace; a row without one is in no list. Storage parameters belong to partitions (`STORAGE`).
 */
export const traces: Migration = {
  name: '0005-traces',
  statements: () => [
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
  ],
};
