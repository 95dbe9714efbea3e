import type { Migration } from './migration.js';

/** What gateways acknowledged, and where less of it was stored. */
export const losses: Migration = {
  name: '0012-losses',
  statements: () => [
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
       primary key (hour, type)
     )`,
  ],
};
