import type { Migration } from './migration.js';

/**
 * What tells visitors apart in projects that do not store addresses in full: the gateway's hash of the address with a key of the
 * day. Visits are derived from it. Reads never return it.
 */
export const hitVisitors: Migration = {
  name: '0022-hit-visitors',
  statements: () => [`alter table hits add column visitor text collate "C"`],
};
