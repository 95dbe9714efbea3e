import type { Redis } from 'ioredis';
import type { Projection } from './types.js';

/** The projection behind `client`. */
export function createProjection(client: Redis): Projection {
  throw new Error(`not yet: ${client.status}`);
}
