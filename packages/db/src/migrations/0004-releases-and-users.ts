import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

const RELEASES = [
  `create table releases (
       project_id bigint not null,
       version text collate "C" not null,
       ref text,
       url text,
       deployed_at timestamptz,
       notes text,
       first_seen timestamptz,
       last_seen timestamptz,
       exception_count bigint not null default 0,
       created_at timestamptz not null default now(),
       touched_at timestamptz not null default now(),
       last_seen_hour timestamptz not null default 'epoch',
       primary key (project_id, version)
     ) ${UPDATED_OFTEN}`,
  `create index releases_touched on releases (touched_at)
     where ref is null and url is null and deployed_at is null and notes is null`,
  `create index releases_by_last_seen on releases (project_id, last_seen_hour)`,
  // Retention keeps releases with a description, but deletes their source maps.
  `create index releases_touched_all on releases (touched_at)`,
];

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

/**
 * Releases and project users. Each field of a user has the time of the event that set it: the newest event wins, in any
 * order of arrival. Events of a public key do not overwrite a field that a server key set (`…_by_server`).
 */
export const releasesAndUsers: Migration = {
  name: '0004-releases-and-users',
  statements: () => [...RELEASES, ...PROJECT_USERS],
};
