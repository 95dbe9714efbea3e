import type { Migration } from './migration.js';

/** Which erasures are next is looked up after each turn of an organization: without those that are done, which stay open for months. */
export const unfinishedErasures: Migration = {
  name: '0042-unfinished-erasures',
  statements: () => [
    `create index erasures_unfinished on erasures (project_id, requested_at, id)
     where closed_at is null and state <> 'done'`,
  ],
};
