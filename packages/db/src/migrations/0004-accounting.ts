import type { Migration } from './migration.js';

/** What was counted, and what could not be stored. */
export const accounting: Migration = {
  name: '0004-accounting',
  statements: ({ lz4 }) => [
    `create table usage (
       project_id bigint not null,
       type text collate "C" not null,
       outcome text collate "C" not null,
       reason text collate "C" not null,
       hour timestamptz not null,
       epoch text collate "C" not null,
       count bigint not null,
       primary key (project_id, type, outcome, reason, hour, epoch)
     ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`,
    `create index usage_hour on usage (hour)`,
    `create table first_accepted (
       project_id bigint primary key,
       at timestamptz not null
     )`,
    `create table dead_letters (
       project_id bigint not null,
       id uuid not null,
       type text collate "C" not null,
       batch_id uuid,
       index integer,
       events integer not null default 1,
       sqlstate text,
       reason text not null,
       message text not null,
       payload bytea ${lz4 ? 'compression lz4' : ''} not null,
       part jsonb,
       state text not null default 'waiting' check (state in ('waiting', 'retry', 'discarded')),
       retries integer not null default 0,
       created_at timestamptz not null default now(),
       changed_at timestamptz not null default now(),
       primary key (project_id, id)
     )`,
    `create index dead_letters_retry on dead_letters (type, created_at) where state = 'retry'`,
    `create index dead_letters_created on dead_letters (created_at)`,
    `create index dead_letters_state on dead_letters (state, type)`,
  ],
};
