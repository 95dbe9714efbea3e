import { runWorkerProcess } from '@sluice/drain';
import { createLogs } from './index.js';

runWorkerProcess('logs', process.env, createLogs);
