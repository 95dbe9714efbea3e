import { withTaskLock } from '@sluice/db';
import { every, type Component } from '@sluice/runtime';
import type { Workshop } from '../workshop.js';
import { deleteGarbage } from './deleteGarbage.js';
import { makeIndexesAgain } from './makeIndexesAgain.js';

/** Deletes blobs that no row names and makes indexes again, one process at a time. Any run may be cut off anywhere. */
export function createUpkeep(workshop: Workshop): Component {
  const { uploadDb, logger, config } = workshop;
  return every('upkeep of source maps', config.upkeepMs, logger, async (signal) => {
    await withTaskLock(uploadDb, 'sourcemaps', async () => {
      await deleteGarbage(workshop, signal);
      await makeIndexesAgain(workshop, signal);
    });
  });
}
