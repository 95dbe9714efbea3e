import { createWorker, type Worker, type WorkerConfig, type WorkerDeps } from '@sluice/drain';
import { storeHits } from './storeHits.js';

/** The worker that stores hits: `storeHits` lists its steps. */
export const createHits = (deps: WorkerDeps, config: WorkerConfig): Worker => createWorker(deps, config, storeHits);
