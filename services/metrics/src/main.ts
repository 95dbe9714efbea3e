import { runWorkerProcess, WORKER_SETTINGS } from '@sluice/drain';
import { createMetricsWorker } from './index.js';

runWorkerProcess(process.env, { name: 'metrics', settings: WORKER_SETTINGS, create: createMetricsWorker });
