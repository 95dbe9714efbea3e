import { withTaskLock } from '@sluice/db';
import { periodicTask, runAll, type Component } from '@sluice/runtime';
import type { ServiceContext } from '../serviceContext.js';
import { deleteGarbage } from './deleteGarbage.js';
import { rebuildIndexes } from './rebuildIndexes.js';

/**
 * Deletes unreferenced blobs and rebuilds indexes, in one process at a time. If one of the two fails, the other still
 * runs. A run may be interrupted at any point.
 */
export function createMaintenance(context: ServiceContext): Component {
  const { uploadDb, logger, config } = context;
  return periodicTask('maintain source maps', config.maintenanceMs, logger, async (signal) => {
    await withTaskLock(uploadDb, 'sourcemaps', () =>
      runAll([() => deleteGarbage(context, signal), () => rebuildIndexes(context, signal)]),
    );
  });
}
