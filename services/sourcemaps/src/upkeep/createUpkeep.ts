import { withTaskLock } from '@sluice/db';
import { periodicTask, type Component } from '@sluice/runtime';
import type { Workshop } from '../workshop.js';
import { deleteGarbage } from './deleteGarbage.js';
import { makeIndexesAgain } from './makeIndexesAgain.js';

/**
 * Deletes blobs that no row names and makes indexes again, one process at a time; where one of the two fails the other is
 * done all the same. Any run may be cut off anywhere.
 */
export function createUpkeep(workshop: Workshop): Component {
  const { uploadDb, logger, config } = workshop;
  return periodicTask('upkeep of source maps', config.maintenanceMs, logger, async (signal) => {
    await withTaskLock(uploadDb, 'sourcemaps', async () => {
      const failures: unknown[] = [];
      for (const step of [deleteGarbage, makeIndexesAgain]) {
        await step(workshop, signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    });
  });
}
