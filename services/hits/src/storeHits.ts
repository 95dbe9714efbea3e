import type { StoreDefinition } from '@sluice/drain';
import { toHitRow } from './steps/toHitRow.js';

/**
 * START HERE. What happens to a hit, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns, project user.
 * 2. `toHitRow`: page view or custom hit (spec 6).
 * 3. `deriveUsers` (shared, called by the drain).
 */
export const storeHits: StoreDefinition<'hits'> = {
  type: 'hit',
  table: 'hits',
  partitioned: [],
  toRow: toHitRow,
  derive: () => Promise.resolve(),
};
