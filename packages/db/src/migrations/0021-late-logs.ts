import type { Migration } from './migration.js';

/**
 * Which logs were stored long after their arrival, for readers who follow logs: they read the newest arrivals and these ranges.
 *
 * Workers append a row in the transaction that stores the logs: the smallest and the greatest id of logs of one project that
 * arrived within the same ten seconds. Logs that are stored soon after their arrival, nearly all, have no row.
 */
export const lateLogs: Migration = {
  name: '0021-late-logs',
  statements: () => [
    `create table late_logs (
       project_id bigint not null,
       stored_at timestamptz not null,
       first_id uuid not null,
       last_id uuid not null,
       primary key (project_id, stored_at, first_id)
     ) with (autovacuum_vacuum_scale_factor = 0.05)`,
    `create index late_logs_stored on late_logs (stored_at)`,
  ],
};
