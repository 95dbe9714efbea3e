import type { Migration } from './migration.js';

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
 * What housekeeping derives from the events of a UTC day of arrival: visits, exceptions by release and user, and the facts that
 * replays are sorted by. Ingestion writes none of it.
 *
 * `derived_days` has the number of stored events that a day's rows were derived from: a day whose number in `usage` differs is
 * derived again, as a whole. `width` is the hours of a bucket, 1 or 24. In each day, dimension and environment the most frequent
 * values have rows of their own; all others are counted as `(other)`, so that the rows add up to those of the dimension `all`.
 */
export const people: Migration = {
  name: '0016-people',
  statements: () => [...DERIVED_DAYS, ...COUNTS, ...REPLAY_FACTS],
};
