import { findOrganization, type Place } from '@sluice/db';
import { sourcemapsApi } from '@sluice/api-contract';
import { ApiError, type ApiProject, type AuthorizedRequest, type Route, serveUpload } from '@sluice/management';
import { assertForm, receiveMap } from '../http/receiveMap.js';
import { sourceMapToWire } from '../sourcemaps/sourcemapWire.js';
import type { UploadOutcome } from '../sourcemapsMetrics.js';
import type { ServiceContext } from '../serviceContext.js';
import { storeUpload, type StoredUpload } from './storeUpload.js';

/** `POST …/sourcemaps` (protocol 4.2). */
export const uploadRoute = (context: ServiceContext): Route =>
  serveUpload(
    sourcemapsApi.upload,
    async (incoming) => {
      await context.requestLimiter.run(incoming.access.organizationId, () => assertPlan(context, incoming.access));
      assertForm(incoming.request);
      // The body waits for its permit.
      return incoming;
    },
    async ({ body }, { project }) => {
      const { map, outcome } = await counted(context, () =>
        context.uploadLimiter.run(project.organizationId, () => receiveAndStore(context, body, project)),
      );
      return { status: outcome === 'new' ? 201 : 200, body: sourceMapToWire(map) };
    },
  );

async function assertPlan({ db }: ServiceContext, place: Place): Promise<void> {
  const { settings } = await findOrganization(db, place.organization);
  if (settings.sourceMaps) return;
  throw new ApiError(403, 'plan_lacks_source_maps', 'The plan of this organization does not include source maps.');
}

const receiveAndStore = (
  context: ServiceContext,
  { request, response }: AuthorizedRequest,
  project: Pick<ApiProject, 'id' | 'organizationId'>,
): Promise<StoredUpload> =>
  context.scratch
    .use(async (files) => {
      const { organizationId } = project;
      const { uploadIdleMs: stallMs, uploadTimeoutMs } = context.config;
      const received = await receiveMap(request, response, files.map, {
        stallMs,
        uploadTimeoutMs,
        othersWait: () => context.uploadLimiter.othersWait(organizationId),
        follow: (upload) => context.uploadPace.follow(organizationId, upload),
      });
      context.metrics.received(received.size);
      return storeUpload(context, project, received, files);
    })
    .catch((error: unknown) => {
      throw isFull(error) ? noRoom(context, error) : error;
    });

const isFull = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

function noRoom({ logger }: ServiceContext, error: Error): ApiError {
  logger.error({ err: error }, 'no disk space left for uploads');
  return new ApiError(503, 'unavailable', 'The service has no disk space for uploads. Try again later.', {
    'retry-after': '60',
  });
}

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
