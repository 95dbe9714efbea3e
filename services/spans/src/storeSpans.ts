import { deriveUsers, type StoreDefinition } from '@sluice/drain';
import { deriveTraces } from './steps/deriveTraces.js';
import { toSpanRow } from './steps/toSpanRow.js';

/**
 * START HERE. What happens to a span, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns, project user.
 * 2. `toSpanRow`: the row with its metrics (spec 2.3).
 * 3. `deriveTraces`: the span joins its trace, or creates it (spec 2.4).
 * 4. `deriveUsers` (shared), last: users are what most workers share.
 */
export const storeSpans: StoreDefinition<'spans'> = {
  type: 'span',
  table: 'spans',
  partitioned: ['traces'],
  toRow: toSpanRow,
  derive: async (tx, stored) => {
    await deriveTraces(tx, stored);
    await deriveUsers(tx, stored);
  },
};
