import type { Migration } from './migration.js';

/**
 * Visitors and sessions of a day, and replays in the order of their first arrival.
 *
 * A visitor is a hash of address and agent with the day's random salt. A salt is deleted once its day can get no more
 * hits; then the address cannot be recovered from the hash. `visit_keys` records which visitors are counted already.
 *
 * `replay_sessions` has one row for each replay and day of arrival, with the columns that lists sort and filter by: a list
 * reads no segments of replays that it does not return.
 */
export const visitsAndReplays: Migration = {
  name: '0007-visits-and-replays',
  statements: () => [
    `create table daily_salts (day date primary key, salt bytea not null)`,
    `create table visit_keys (
       project_id bigint not null,
       day date not null,
       environment text collate "C" not null,
       kind "char" not null,
       key text collate "C" not null,
       primary key (project_id, day, environment, kind, key)
     ) partition by range (day)`,
    `create table hit_days (
       project_id bigint not null,
       day date not null,
       environment text collate "C" not null,
       pageviews bigint not null,
       customs bigint not null,
       visitors bigint not null,
       sessions bigint not null,
       primary key (project_id, day, environment)
     ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`,
    `create index hit_days_day on hit_days (day)`,
    `create table replay_sessions (
       project_id bigint not null,
       day date not null,
       replay_id text collate "C" not null,
       first_id uuid not null,
       head_segment integer not null,
       head_id uuid not null,
       environment text,
       release text,
       user_key text,
       primary key (project_id, day, replay_id)
     ) partition by range (day)`,
    `create index replay_sessions_first on replay_sessions (project_id, first_id)`,
    `create index replay_sessions_replay on replay_sessions (project_id, replay_id)`,
  ],
};
