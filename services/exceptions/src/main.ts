import { runWorkerService } from '@sluice/drain';
import { createExceptions, exceptionsSettings } from './index.js';

runWorkerService(process.env, { name: 'exceptions', settings: exceptionsSettings(), create: createExceptions });
