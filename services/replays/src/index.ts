import { createWorker, type Worker, type WorkerConfig, type WorkerDeps } from '@sluice/drain';
import { storeReplays } from './storeReplays.js';

/** The worker that stores replays: `storeReplays` lists its steps. */
export const createReplays = (deps: WorkerDeps, config: WorkerConfig): Worker =>
  createWorker(deps, config, storeReplays);
