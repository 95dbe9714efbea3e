import { noDetails, type StoreDefinition } from '@sluice/drain';
import { toLogRow } from './steps/toLogRow.js';

/**
 * START HERE. The steps of a log, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns, project user.
 * 2. `toLogRow`: level, message, attributes (protocol 2.8).
 * 3. `upsertProjectUsers` (shared, called by the drain). Nothing else is derived from a log.
 */
export const storeLogs: StoreDefinition<'logs'> = {
  type: 'log',
  table: 'logs',
  partitioned: [],
  readDetails: noDetails,
  toRow: toLogRow,
  derive: () => Promise.resolve(),
};
