import { afterAll, beforeAll } from '@jest/globals';
import { lazily } from './lazily.js';

/** Of what has started, in this order. Blocks of tests are nested: what started last stops first. */
const stops: (() => unknown)[] = [];

/**
 * Starts something before the tests of this file or `describe` and stops it after them, in the reverse order of the declarations. Returns
 * an object with its properties.
 */
export function useResource<T extends object>(
  start: () => T | Promise<T>,
  stop: (resource: T) => unknown = () => undefined,
  timeoutMs?: number,
): T {
  let resource: T | undefined;
  beforeAll(async () => {
    stops.push(() => (resource === undefined ? undefined : stop(resource)));
    resource = await start();
  }, timeoutMs);
  afterAll(async () => {
    await stops.pop()?.();
  }, timeoutMs);
  return lazily(() => resource);
}
