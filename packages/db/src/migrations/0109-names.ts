import type { Migration } from './migration.js';

/** As `metric_names` of `0107-metrics`. */
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
 * The number of new names that each project adds per hour, the environments and releases that have their own series,
 * and counts under `(other)` of projects that exceed their caps.
 */
export const names: Migration = {
  name: '0109-names',
  statements: () => [
    // One row for each project and kind in all hours: the transaction that locks it is the only one that adds names.
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
  ],
};
