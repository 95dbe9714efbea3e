import type { Operation } from '@sluice/management';
import { createOperations } from '../operations.js';

const refuse = (): never => {
  throw new Error('these operations are looked at, not run');
};

/** All operations as documented; none can be run. */
export const documentedOperations: readonly Operation[] = createOperations(
  { resolveStacks: refuse, readCulprits: refuse },
  { read: refuse, stop: refuse },
);
