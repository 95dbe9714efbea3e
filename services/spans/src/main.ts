import { runWorkerProcess, WORKER_SETTINGS } from '@sluice/drain';
import { createSpans } from './index.js';

runWorkerProcess(process.env, { name: 'spans', settings: WORKER_SETTINGS, create: createSpans });
