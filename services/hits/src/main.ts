import { runWorkerProcess, WORKER_SETTINGS } from '@sluice/drain';
import { createHits } from './index.js';

runWorkerProcess(process.env, { name: 'hits', settings: WORKER_SETTINGS, create: createHits });
