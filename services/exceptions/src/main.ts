import { runWorkerProcess } from '@sluice/drain';
import { createExceptions } from './index.js';

runWorkerProcess('exceptions', process.env, createExceptions);
