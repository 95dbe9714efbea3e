import { markLateLogs } from '@sluice/db';
import { noDetails, type StoreDefinition } from '@sluice/drain';
import { countLogs } from './steps/countLogs.js';
import { toLogRow } from './steps/toLogRow.js';

/**
 * START HERE. The steps of a log, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns, project user.
 * 2. `toLogRow`: level, message, attributes (protocol 2.8).
 * 3. `markLateLogs`: those stored more than five seconds after their arrival, for the live tail (decision 0135).
 * 4. `countLogs`: those that match a query that a rule watches.
 * 5. `upsertProjectUsers` (shared, called by the drain).
 */
export const storeLogs: StoreDefinition<'logs'> = {
  type: 'log',
  table: 'logs',
  partitioned: [],
  watches: ['log_rate'],
  readDetails: noDetails,
  toRow: toLogRow,
  derive: async (tx, stored, { watches }) => {
    await markLateLogs(
      tx,
      stored.map(({ row }) => ({ projectId: row.project_id, id: row.id })),
    );
    await countLogs(tx, stored, watches);
  },
};
