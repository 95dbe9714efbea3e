import { runWorkerProcess } from '@sluice/drain';
import { createSpans } from './index.js';

runWorkerProcess('spans', process.env, createSpans);
