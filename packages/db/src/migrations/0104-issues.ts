import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

const COUNTERS = 'with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)';

const FUNCTIONS = [
  `create function slow_class(value bigint) returns smallint immutable strict parallel safe language sql as $$
       select floor(4 * ln(greatest(value, 1)::double precision))::smallint
     $$`,
  `create function hour_of(at timestamptz) returns timestamptz immutable strict parallel safe language sql as $$
       select date_trunc('hour', at at time zone 'UTC') at time zone 'UTC'
     $$`,
];

const ISSUES = [
  `create table issues (
     project_id bigint not null,
     id uuid not null,
     title text not null,
     culprit text,
     level text not null,
     status text not null default 'open',
     count bigint not null,
     first_seen timestamptz not null,
     last_seen timestamptz not null,
     last_event_id uuid not null,
     first_release text collate "C",
     first_release_at timestamptz,
     last_release text collate "C",
     last_release_at timestamptz,
     created_at timestamptz not null default now(),
     touched_at timestamptz not null default now(),
     users bigint not null default 0,
     last_seen_hour timestamptz not null default 'epoch',
     count_class smallint not null default 0,
     users_class smallint not null default 0,
     resolved_at timestamptz,
     resolved_in text collate "C",
     resolved_after text collate "C",
     reopened_at timestamptz,
     merged_into uuid,
     assignee_id bigint,
     resolved_next text collate "C",
     ignored_until timestamptz,
     ignored_count bigint,
     ignored_users bigint,
     primary key (project_id, id)
   ) ${UPDATED_OFTEN}`,
  // For the deletion of issues that nothing has updated for long.
  `create index issues_touched on issues (touched_at)`,
  ...[
    ['last_seen', 'last_seen_hour'],
    ['first_seen', 'first_seen'],
    ['count', 'count_class'],
    ['users', 'users_class'],
  ].map(
    ([name, column]) => `create index issues_by_${name} on issues (project_id, ${column}) where merged_into is null`,
  ),
  `create index issues_first_release_at on issues (project_id, first_release, first_release_at) where merged_into is null`,
  // For the task that opens them again.
  `create index issues_ignored_until on issues (ignored_until) where ignored_until is not null`,
  `create index issues_assignee on issues (project_id, assignee_id) where assignee_id is not null`,
];

const FINGERPRINTS = [
  `create table issue_hashes (
     project_id bigint not null,
     hash text collate "C" not null,
     issue_id uuid not null,
     home_id uuid,
     with_hash text collate "C",
     count bigint not null default 0,
     first_seen timestamptz,
     last_seen timestamptz,
     title text,
     culprit text,
     level text,
     last_event_id uuid,
     first_release text collate "C",
     first_release_at timestamptz,
     last_release text collate "C",
     last_release_at timestamptz,
     primary key (project_id, hash)
   ) ${COUNTERS}`,
  `create index issue_hashes_issue on issue_hashes (project_id, issue_id)`,
  `create table issue_hours (
     project_id bigint not null,
     hash text collate "C" not null,
     environment text collate "C" not null,
     hour timestamptz not null,
     count bigint not null,
     primary key (project_id, hash, environment, hour)
   ) ${COUNTERS}`,
  // Retention and the sums of a project's hours use one index instead of two.
  `create index issue_hours_hour_project on issue_hours (hour, project_id)`,
  `create table issue_releases (
     project_id bigint not null,
     hash text collate "C" not null,
     release text collate "C" not null,
     count bigint not null,
     first_seen timestamptz not null,
     last_seen timestamptz not null,
     primary key (project_id, hash, release)
   ) ${COUNTERS}`,
  `create index issue_releases_release on issue_releases (project_id, release)`,
  `create table issue_users (
     project_id bigint not null,
     hash text collate "C" not null,
     user_key text collate "C" not null,
     primary key (project_id, hash, user_key)
   )`,
  `create index issue_users_user on issue_users (project_id, user_key)`,
];

/** Who a change or a comment is by: a user, a token, or neither for an automatic change. The label stays when both are gone. */
const ACTOR = `user_id bigint, token_id bigint, actor text`;

const TRIAGE = [
  `create table issue_comments (
     project_id bigint not null,
     issue_id uuid not null,
     id bigint generated always as identity,
     ${ACTOR},
     text text not null,
     created_at timestamptz not null default now(),
     edited_at timestamptz,
     primary key (project_id, issue_id, id)
   )`,
  `create table issue_changes (
     project_id bigint not null,
     issue_id uuid not null,
     id bigint generated always as identity,
     ${ACTOR},
     action text not null,
     details jsonb not null default '{}',
     created_at timestamptz not null default now(),
     primary key (project_id, issue_id, id)
   )`,
  `create index issue_changes_regressed on issue_changes
     (project_id, ((details ->> 'release') collate "C"), ((details ->> 'event') collate "C")) where action = 'regressed'`,
  `create table departed_assignees (
     project_id bigint not null,
     user_id bigint not null,
     primary key (project_id, user_id)
   )`,
];

/**
 * Issues, and counts by fingerprint: a merge or an unmerge moves fingerprints and adds up their counts again, without
 * touching events.
 *
 * Lists are sorted by columns that change rarely (`last_seen_hour`, `count_class`, `users_class`), because an index
 * on exact values would be written by each update of a busy issue. `slow_class` is monotone, so the order by (class,
 * value) is the order by value, and a list sorts one class at a time.
 *
 * The rest is what people decide about issues. An ignored issue opens again when its `count` or `users` reaches `ignored_count` or
 * `ignored_users`, or at `ignored_until`. An index contains columns of decisions only for issues that have them, so that counting an
 * exception stays a heap-only update.
 *
 * The issues that were first seen, and those that returned, in a release and a time are counted for a comparison of releases. The
 * change of a regressed issue names the release and the id of the event that reopened it, which begins with its time of arrival.
 * Only regressions have an entry in that index: counting an exception writes none.
 *
 * `departed_assignees` has users who are assigned issues of a project and are no longer enabled members of its organization. Readers
 * treat such an issue as unassigned; housekeeping clears the assignments and then deletes the row.
 */
export const issues: Migration = {
  name: '0104-issues',
  statements: () => [...FUNCTIONS, ...ISSUES, ...FINGERPRINTS, ...TRIAGE],
};
