import type { UploadPatience } from '../http/receiveMap.js';
import type { ServiceContext } from '../serviceContext.js';

/** Returns how long a body may take that holds an upload permit of an organization. */
export const uploadPatience = (
  { config, uploadLimiter, uploadPace }: ServiceContext,
  organizationId: string,
): UploadPatience => ({
  stallMs: config.uploadIdleMs,
  uploadTimeoutMs: config.uploadTimeoutMs,
  othersWait: () => uploadLimiter.othersWait(organizationId),
  follow: (upload) => uploadPace.follow(organizationId, upload),
});
