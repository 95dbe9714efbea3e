import type { Migration } from './migration.js';

/**
 * What a look for losses leaves to the next: a difference is told when two agree on it, and an hour that nothing changed is left
 * alone. What was told before stays told until it is looked at again.
 */
export const lossLooks: Migration = {
  name: '0013-loss-looks',
  statements: () => [
    `alter table losses
       add column told bigint not null default 0,
       add column since timestamptz not null default now()`,
    `update losses set told = acknowledged - stored`,
    `create table compared_hours (
       hour timestamptz primary key,
       acknowledged bigint not null,
       compared_at timestamptz not null
     )`,
  ],
};
