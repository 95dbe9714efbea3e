import type { Redis } from 'ioredis';
import type { Allowance } from './types.js';

/** The allowance of all organizations behind `client`. */
export function createAllowance(client: Redis): Allowance {
  throw new Error(`not yet: ${client.status}`);
}
