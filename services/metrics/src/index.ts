import { createWorker, type Worker, type WorkerConfig, type WorkerDeps } from '@sluice/drain';
import { storeMetricEvents } from './storeMetricEvents.js';

/** The worker that stores metrics without a span: `storeMetricEvents` lists its steps. */
export const createMetricsWorker = (deps: WorkerDeps, config: WorkerConfig): Worker =>
  createWorker(deps, config, storeMetricEvents);
