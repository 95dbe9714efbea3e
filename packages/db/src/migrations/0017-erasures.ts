import type { Migration } from './migration.js';

/**
 * Erasures: of a project user's data up to a moment (`before`), or of everything in a project (`before` is NULL).
 *
 * An open erasure (`closed_at` is NULL) also applies to events that are stored later, from queues, spools and dead letters:
 * workers look it up in the transaction that stores. `horizon` is the first transaction that certainly sees it. `step` and
 * `position` say how far the deletion of stored data is. When an erasure of a user closes, its `user_key` is deleted.
 *
 * `erased_events` is a term of the accounting: processed = stored + dead-lettered + discarded + erased. `erased_replays` has
 * the recordings of erased users, because some of their segments name no user.
 */
export const erasures: Migration = {
  name: '0017-erasures',
  statements: () => [
    `create table erasures (
       project_id bigint not null,
       id uuid not null default gen_random_uuid(),
       kind text collate "C" not null check (kind in ('user', 'project')),
       user_key text collate "C",
       before timestamptz,
       requested_by text not null,
       requested_at timestamptz not null default now(),
       state text collate "C" not null default 'waiting' check (state in ('waiting', 'running', 'done')),
       horizon xid8,
       step smallint not null default 0,
       position uuid not null default '00000000-0000-0000-0000-000000000000',
       started_at timestamptz,
       finished_at timestamptz,
       closed_at timestamptz,
       counts jsonb,
       primary key (project_id, id)
     )`,
    `create index erasures_open on erasures (project_id) where closed_at is null`,
    `create table erased_events (
       project_id bigint not null,
       erasure_id uuid not null,
       type text collate "C" not null,
       hour timestamptz not null,
       count bigint not null,
       primary key (project_id, erasure_id, type, hour)
     )`,
    `create index erased_events_hour on erased_events (hour)`,
    `create table erased_replays (
       project_id bigint not null,
       erasure_id uuid not null,
       replay_id text collate "C" not null,
       primary key (project_id, erasure_id, replay_id)
     )`,
    `create table organization_erasures (
       organization_id bigint primary key,
       slug text not null,
       requested_by text not null,
       requested_at timestamptz not null default now(),
       finished_at timestamptz
     )`,
  ],
};
