import type { Migration } from './migration.js';

/** Which user created an organization; null: an operator, or created before. */
export const creators: Migration = {
  name: '0024-creators',
  statements: () => [
    `alter table organizations add column creator_id bigint references users`,
    `create index organizations_creator on organizations (creator_id) where creator_id is not null`,
  ],
};
