import { createWorker, type Worker, type WorkerConfig, type WorkerDeps } from '@sluice/drain';
import { storeExceptions } from './storeExceptions.js';

/** The worker that stores exceptions: `storeExceptions` lists its steps. */
export const createExceptions = (deps: WorkerDeps, config: WorkerConfig): Worker =>
  createWorker(deps, config, storeExceptions);
