import type { AccountOperation, Operation } from '@sluice/management';
import { silentLogger } from '@sluice/runtime';
import { DEFAULT_API_CONFIG } from '../config.js';
import { createAccountOperations, createOperations } from '../operations.js';
import { createAccountServices } from '../routes/account/createAccountServices.js';

const refuse = (): never => {
  throw new Error('these operations are looked at, not run');
};

const services = createAccountServices(silentLogger, DEFAULT_API_CONFIG);

/** All operations as documented; none can be run. */
export const documentedOperations: readonly Operation[] = createOperations(
  { resolveStacks: refuse, readCulprits: refuse },
  { read: refuse, stop: refuse },
  services,
);

/** All operations of accounts as documented; none can be run. */
export const documentedAccountOperations: readonly AccountOperation[] = createAccountOperations(services);
