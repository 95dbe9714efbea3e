import { runWorkerProcess } from '@sluice/drain';
import { createReplays } from './index.js';

runWorkerProcess('replays', process.env, createReplays);
