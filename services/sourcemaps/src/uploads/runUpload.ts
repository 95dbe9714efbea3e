import { ApiError } from '@sluice/management';
import type { ScratchFiles } from '../scratch.js';
import type { ServiceContext } from '../serviceContext.js';
import type { UploadOutcome } from '../sourcemapsMetrics.js';
import { rethrowFullDisk } from './rethrowFullDisk.js';
import type { StoredUpload } from './storeUpload.js';

/**
 * Runs the upload of one map with a permit of its organization and its own files, and counts its outcome.
 * @throws ApiError 503 if no permit is free in time, or the disk is full
 */
export const runUpload = (
  context: ServiceContext,
  organizationId: string,
  upload: (files: ScratchFiles) => Promise<StoredUpload>,
): Promise<StoredUpload> =>
  counted(context, () =>
    context.uploadLimiter.run(organizationId, () => context.scratch.use(upload).catch(rethrowFullDisk(context))),
  );

async function counted({ metrics }: ServiceContext, upload: () => Promise<StoredUpload>): Promise<StoredUpload> {
  let outcome: UploadOutcome = 'failed';
  try {
    const stored = await upload();
    ({ outcome } = stored);
    return stored;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) outcome = 'refused';
    throw error;
  } finally {
    metrics.uploaded(outcome);
  }
}
