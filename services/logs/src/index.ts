import { createWorker, type Worker, type WorkerConfig, type WorkerDeps } from '@sluice/drain';
import { storeLogs } from './storeLogs.js';

/** The worker that stores logs: `storeLogs` lists its steps. */
export const createLogs = (deps: WorkerDeps, config: WorkerConfig): Worker => createWorker(deps, config, storeLogs);
