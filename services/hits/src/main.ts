import { runWorkerProcess } from '@sluice/drain';
import { createHits } from './index.js';

runWorkerProcess('hits', process.env, createHits);
