import { runWorkerService } from '@sluice/drain';
import { createExceptions, readExceptionsConfig } from './index.js';

runWorkerService(process.env, { name: 'exceptions', readConfig: readExceptionsConfig, create: createExceptions });
