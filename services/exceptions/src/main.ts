import { runWorkerProcess } from '@sluice/drain';
import { createExceptions, exceptionsSettings } from './index.js';

runWorkerProcess(process.env, { name: 'exceptions', settings: exceptionsSettings(), create: createExceptions });
