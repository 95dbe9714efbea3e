import { runWorkerProcess, WORKER_SETTINGS } from '@sluice/drain';
import { createLogs } from './index.js';

runWorkerProcess(process.env, { name: 'logs', settings: WORKER_SETTINGS, create: createLogs });
