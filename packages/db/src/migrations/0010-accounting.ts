import type { Migration } from './migration.js';

const USAGE = [
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
];

const deadLetters = (lz4: boolean): readonly string[] => [
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
];

const LOSSES = [
  `create table acknowledged (
       hour timestamptz not null,
       type text collate "C" not null,
       gateway text collate "C" not null,
       count bigint not null,
       primary key (hour, type, gateway)
     ) with (fillfactor = 70)`,
  `create table losses (
       hour timestamptz not null,
       type text collate "C" not null,
       acknowledged bigint not null,
       stored bigint not null,
       found_at timestamptz not null default now(),
       reported bigint not null default 0,
       since timestamptz not null default now(),
       primary key (hour, type)
     )`,
  `create table compared_hours (
       hour timestamptz primary key,
       acknowledged bigint not null,
       compared_at timestamptz not null
     )`,
];

/**
 * Usage, dead letters, and what gateways acknowledged with the hours in which less of it was stored. A loss is reported
 * when two comparisons agree on it; an hour in which nothing changed is not compared again.
 */
export const accounting: Migration = {
  name: '0010-accounting',
  statements: ({ lz4 }) => [...USAGE, ...deadLetters(lz4), ...LOSSES],
};
