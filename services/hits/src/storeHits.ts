import { noDetails, type StoreDefinition } from '@sluice/drain';
import { deriveDays } from './steps/deriveDays.js';
import { toHitRow } from './steps/toHitRow.js';

/**
 * START HERE. The steps of a hit, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns, project user.
 * 2. `toHitRow`: page view or custom hit (protocol 6).
 * 3. `deriveDays`: page views, custom hits, visitors and sessions of the day.
 * 4. `upsertProjectUsers` (shared, called by the drain), last, because most workers share users.
 *
 * So the tables of a transaction are: receipts, `hits`, dead letters, usage, `daily_salts`, `visit_keys`, `hit_days`,
 * `project_users`; the rows of each in the order of their keys.
 */
export const storeHits: StoreDefinition<'hits'> = {
  type: 'hit',
  table: 'hits',
  partitioned: ['visit_keys'],
  readDetails: noDetails,
  toRow: toHitRow,
  derive: (tx, stored, { names }) => deriveDays(tx, stored, names),
};
