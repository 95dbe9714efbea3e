import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

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

const REFUSALS = [
  `create table filter_entries (
     project_id bigint not null,
     reason text collate "C" not null,
     hour timestamptz not null,
     entry text collate "C" not null,
     epoch text collate "C" not null,
     count bigint not null,
     primary key (project_id, reason, hour, entry, epoch)
   ) ${UPDATED_OFTEN}`,
  `create index filter_entries_hour on filter_entries (hour)`,
  `create table refused_samples (
     project_id bigint not null,
     reason text collate "C" not null,
     at timestamptz not null,
     id uuid not null,
     outcome text collate "C" not null,
     type text collate "C" not null,
     entry text,
     field text,
     problem text,
     event text not null,
     event_bytes int,
     primary key (project_id, reason, at, id)
   )`,
  `create index refused_samples_at on refused_samples (at)`,
  `create table refused_origins (
     project_id bigint not null,
     hour timestamptz not null,
     origin text collate "C" not null,
     gateway text collate "C" not null,
     count bigint not null,
     primary key (project_id, hour, origin, gateway)
   ) ${UPDATED_OFTEN}`,
  `create index refused_origins_hour on refused_origins (hour)`,
  `create table refused_keys (
     project_id bigint not null,
     hour timestamptz not null,
     key text collate "C" not null,
     gateway text collate "C" not null,
     label text not null,
     disabled_at timestamptz not null,
     count bigint not null,
     primary key (project_id, hour, key, gateway)
   ) ${UPDATED_OFTEN}`,
  `create index refused_keys_hour on refused_keys (hour)`,
];

/**
 * Usage, dead letters, losses, and why events and requests were refused.
 *
 * `acknowledged` has what gateways acknowledged, and `losses` the hours in which less of it was stored. A loss is reported when two
 * comparisons agree on it; an hour in which nothing changed is not compared again.
 *
 * Refused events are counted by entry of a filter, and some are kept as samples, which a gateway deletes by their size
 * (`event_bytes`) without reading them. Refused requests are counted by origin, or by disabled key. A row of `refused_keys` repeats
 * the label of its key and when it was disabled, which never change: who decides about alerts needs no keys.
 */
export const accounting: Migration = {
  name: '0110-accounting',
  statements: ({ lz4 }) => [...USAGE, ...deadLetters(lz4), ...LOSSES, ...REFUSALS],
};
