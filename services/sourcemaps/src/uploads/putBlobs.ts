import { readFailure, type BlobKey } from '@sluice/db';
import { ApiError } from '@sluice/management';
import type { Workshop } from '../workshop.js';

/**
 * Puts files into the store, one after the other, under keys that are reserved. A store that does not answer is a 503,
 * and an error line: the client retries, and blobs that were written are garbage-collected.
 */
export async function putBlobs(
  { store, logger }: Workshop,
  ...blobs: readonly (readonly [key: BlobKey, path: string])[]
): Promise<void> {
  try {
    for (const [key, path] of blobs) await store.put(key, path);
  } catch (error) {
    // What PostgreSQL says has an answer of its own.
    if (readFailure(error) !== undefined) throw error;
    logger.error({ err: error }, 'the store did not take a source map');
    throw new ApiError(503, 'unavailable', 'The store of source maps does not answer; try again in a few seconds.', {
      'retry-after': '5',
    });
  }
}
