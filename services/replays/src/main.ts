import { runWorkerProcess, WORKER_SETTINGS } from '@sluice/drain';
import { createReplays } from './index.js';

runWorkerProcess(process.env, { name: 'replays', settings: WORKER_SETTINGS, create: createReplays });
