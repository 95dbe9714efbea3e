import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

const PROJECT_USERS = [
  `create table project_users (
     project_id bigint not null,
     user_key text collate "C" not null,
     id text, id_at timestamptz,
     email text, email_at timestamptz,
     username text, username_at timestamptz,
     name text, name_at timestamptz,
     ip text, ip_at timestamptz,
     first_seen timestamptz not null,
     last_seen timestamptz not null,
     touched_at timestamptz not null default now(),
     last_seen_hour timestamptz not null default 'epoch',
     email_by_server boolean not null default false,
     username_by_server boolean not null default false,
     name_by_server boolean not null default false,
     primary key (project_id, user_key)
   ) ${UPDATED_OFTEN}`,
  `create index project_users_touched on project_users (touched_at)`,
  `create index project_users_by_last_seen on project_users (project_id, last_seen_hour)`,
];

const VISITS = [
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
];

const REPLAYS = [
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
];

const DERIVED_DAYS = [
  `create table derived_days (
     project_id bigint not null,
     kind text collate "C" not null,
     day date not null,
     count bigint not null,
     derived_at timestamptz not null,
     took_ms integer not null,
     primary key (project_id, kind, day)
   ) with (fillfactor = 70)`,
  `create index derived_days_day on derived_days (day)`,
];

const COUNTS = [
  `create table visit_counts (
     project_id bigint not null,
     width smallint not null,
     dimension text collate "C" not null,
     start timestamptz not null,
     environment text collate "C" not null,
     bot boolean not null,
     value text collate "C" not null,
     pageviews bigint not null,
     customs bigint not null,
     visits bigint not null,
     visitors bigint not null,
     primary key (project_id, width, dimension, start, environment, bot, value)
   )`,
  `create index visit_counts_start on visit_counts (start)`,
  `create table exception_counts (
     project_id bigint not null,
     width smallint not null,
     dimension text collate "C" not null,
     start timestamptz not null,
     environment text collate "C" not null,
     value text collate "C" not null,
     exceptions bigint not null,
     users bigint not null,
     primary key (project_id, width, dimension, start, environment, value)
   )`,
  `create index exception_counts_start on exception_counts (start)`,
];

const REPLAY_FACTS = [
  `create table replay_facts (
     project_id bigint not null,
     replay_id text collate "C" not null,
     first_id uuid not null,
     day date not null,
     duration bigint not null,
     errors integer not null,
     pages integer not null,
     urls text[] not null,
     primary key (project_id, replay_id)
   )`,
  `create index replay_facts_first on replay_facts (project_id, first_id)`,
  `create index replay_facts_day on replay_facts (day)`,
];

/**
 * Project users, visitors and replays, and what is counted of them by day.
 *
 * Each field of a project user has the time of the event that set it: the newest event wins, in any order of arrival. Events of a
 * public key do not overwrite a field that a server key set (`…_by_server`).
 *
 * A visitor is a hash of address and agent with the day's random salt. A salt is deleted once its day can get no more hits; then the
 * address cannot be recovered from the hash. `visit_keys` records which visitors are counted already.
 *
 * `replay_sessions` has one row for each replay and day of arrival, with the columns that lists sort and filter by: a list reads no
 * segments of replays that it does not return.
 *
 * Housekeeping derives the rest from the events of a UTC day of arrival: visits, exceptions by release and user, and the facts that
 * replays are sorted by. Ingestion writes none of it. `derived_days` has the number of stored events that a day's rows were derived
 * from: a day whose number in `usage` differs is derived again, as a whole. `width` is the hours of a bucket, 1 or 24. In each day,
 * dimension and environment the most frequent values have rows of their own; all others are counted as `(other)`, so that the rows
 * add up to those of the dimension `all`.
 */
export const people: Migration = {
  name: '0108-people',
  statements: () => [...PROJECT_USERS, ...VISITS, ...REPLAYS, ...DERIVED_DAYS, ...COUNTS, ...REPLAY_FACTS],
};
