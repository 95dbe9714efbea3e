import type { Migration } from './migration.js';

/** What is counted of a fingerprint. */
const COUNTED = [
  `create table issue_hours (
       project_id bigint not null,
       hash text collate "C" not null,
       environment text collate "C" not null,
       hour timestamptz not null,
       count bigint not null,
       primary key (project_id, hash, environment, hour)
     ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)`,
  `create index issue_hours_hour on issue_hours (hour)`,
  `create table issue_releases (
       project_id bigint not null,
       hash text collate "C" not null,
       release text collate "C" not null,
       count bigint not null,
       first_seen timestamptz not null,
       last_seen timestamptz not null,
       primary key (project_id, hash, release)
     ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)`,
  `create index issue_releases_release on issue_releases (project_id, release)`,
  `create table issue_users (
       project_id bigint not null,
       hash text collate "C" not null,
       user_key text collate "C" not null,
       primary key (project_id, hash, user_key)
     )`,
  `create index issue_users_user on issue_users (project_id, user_key)`,
];

/**
 * What an issue can say beyond a count. Everything that is counted is counted by fingerprint too, so that a merge or an
 * unmerge moves mappings and adds up again, and never touches an event's row.
 *
 * Lists are sorted through columns that move seldom (`last_seen_hour`, `count_class`, `users_class`): an index on the
 * exact values would be written at every update of a busy issue. `slow_class` is monotone, so sorting by (class, value)
 * is sorting by the value, and only one class at a time has to be sorted.
 */
export const issues: Migration = {
  name: '0005-issues',
  statements: () => [
    `create function slow_class(value bigint) returns smallint immutable strict parallel safe language sql as $$
       select floor(4 * ln(greatest(value, 1)::double precision))::smallint
     $$`,
    `create function hour_of(at timestamptz) returns timestamptz immutable strict parallel safe language sql as $$
       select date_trunc('hour', at at time zone 'UTC') at time zone 'UTC'
     $$`,
    `alter table issues
       add column users bigint not null default 0,
       add column last_seen_hour timestamptz not null default 'epoch',
       add column count_class smallint not null default 0,
       add column users_class smallint not null default 0,
       add column resolved_at timestamptz,
       add column resolved_in text collate "C",
       add column resolved_after text collate "C",
       add column reopened_at timestamptz,
       add column merged_into uuid`,
    `update issues set last_seen_hour = hour_of(last_seen), count_class = slow_class(count)`,
    ...[
      ['last_seen', 'last_seen_hour'],
      ['first_seen', 'first_seen'],
      ['count', 'count_class'],
      ['users', 'users_class'],
    ].map(
      ([name, column]) => `create index issues_by_${name} on issues (project_id, ${column}) where merged_into is null`,
    ),
    `create index issues_first_release on issues (project_id, first_release) where merged_into is null`,
    `alter table issue_hashes
       add column home_id uuid,
       add column with_hash text collate "C",
       add column count bigint not null default 0,
       add column first_seen timestamptz,
       add column last_seen timestamptz,
       add column title text,
       add column culprit text,
       add column level text,
       add column last_event_id uuid,
       add column first_release text collate "C",
       add column first_release_at timestamptz,
       add column last_release text collate "C",
       add column last_release_at timestamptz`,
    `alter table issue_hashes set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)`,
    ...COUNTED,
    `create index exceptions_replay on exceptions (project_id, replay_id) where replay_id is not null`,
  ],
};
