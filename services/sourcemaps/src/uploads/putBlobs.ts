import { readFailure } from '@sluice/db';
import type { BlobKey } from '@sluice/sourcemaps/statements';
import { ApiError } from '@sluice/management';
import type { ServiceContext } from '../serviceContext.js';

/**
 * Writes files into the store, one after another, under reserved keys. If the store does not answer, logs an error
 * and throws 503: the client retries, and blobs that were written are garbage-collected.
 */
export async function putBlobs(
  { store, logger }: ServiceContext,
  ...blobs: readonly (readonly [key: BlobKey, path: string])[]
): Promise<void> {
  try {
    for (const [key, path] of blobs) await store.put(key, path);
  } catch (error) {
    // Errors of PostgreSQL have their own response.
    if (readFailure(error) !== undefined) throw error;
    logger.error({ err: error }, 'source map not stored');
    throw new ApiError(503, 'unavailable', 'The source map store is unavailable; try again in a few seconds.', {
      'retry-after': '5',
    });
  }
}
