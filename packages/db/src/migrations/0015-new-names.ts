import type { Migration } from './migration.js';

/** As `metric_names` of `0006-traces-and-metrics`. */
const namesTable = (table: string): readonly string[] => [
  `create table ${table} (
       project_id bigint not null,
       name text collate "C" not null,
       first_seen timestamptz not null default now(),
       touched_at timestamptz not null default now(),
       primary key (project_id, name)
     )`,
  `create index ${table}_touched on ${table} (touched_at)`,
];

/**
 * How many new names each project adds in an hour, the environments and releases that have series of their own, and what is
 * counted under `(other)` because a project added more than its caps allow. Environments of the last week are known already;
 * releases need not be: a release that has a row is.
 */
export const newNames: Migration = {
  name: '0015-new-names',
  statements: () => [
    // One row for each project and kind, whatever the hour: who holds it is the only one that adds names.
    `create table new_names (
       project_id bigint not null,
       kind text collate "C" not null,
       hour timestamptz not null,
       count integer not null,
       primary key (project_id, kind)
     ) with (fillfactor = 50)`,
    `create table folded_names (
       project_id bigint not null,
       kind text collate "C" not null,
       hour timestamptz not null,
       count bigint not null,
       primary key (project_id, kind, hour)
     ) with (fillfactor = 50)`,
    `create index folded_names_hour on folded_names (hour)`,
    ...namesTable('environment_names'),
    ...namesTable('release_names'),
    `insert into environment_names (project_id, name)
     select project_id, environment from issue_hours where hour > now() - interval '7 days' and environment <> ''
     union
     select project_id, environment from hit_days where day > now() - interval '7 days' and environment <> ''`,
  ],
};
