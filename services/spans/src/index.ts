import { createWorker, type Worker, type WorkerConfig, type WorkerDeps } from '@sluice/drain';
import { storeSpans } from './storeSpans.js';

/** The worker that stores spans: `storeSpans` lists its steps. */
export const createSpans = (deps: WorkerDeps, config: WorkerConfig): Worker => createWorker(deps, config, storeSpans);
