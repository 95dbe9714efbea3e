import { findOrganization, type Place } from '@sluice/db';
import { ApiError, defineRoute, described, object, text, type IncomingBody, type Route } from '@sluice/management';
import { LIMITS } from '@sluice/contract';
import { assertForm, receiveMap } from '../http/receiveMap.js';
import { sourceMapSchema, sourceMapToWire } from '../sourcemaps/sourcemapWire.js';
import type { UploadOutcome } from '../sourcemapsMetrics.js';
import type { Workshop } from '../workshop.js';
import { storeUpload, type StoredUpload } from './storeUpload.js';

const parts = object({
  release: described(text(LIMITS.maxRelease), 'As stamped on exceptions, character for character.'),
  filename: described(
    text(LIMITS.maxFilename),
    'Path of the minified file as in the URL of a frame; a full URL is reduced to its path, one leading / or ./ is removed.',
  ),
  map: described(
    { type: 'string', format: 'binary' },
    `The source map, a file of at most ${LIMITS.maxSourceMapBytes} bytes.`,
  ),
});

/** `POST …/sourcemaps` (spec 4.2). */
export const uploadRoute = (workshop: Workshop): Route =>
  defineRoute<unknown, IncomingBody, unknown>({
    method: 'post',
    path: '/sourcemaps',
    tag: 'Source maps',
    summary: 'Upload a source map',
    description:
      '201 where there was none of this release and filename, 200 where it was replaced or is the same. 403 `plan_lacks_source_maps`, ' +
      '422 `invalid_part`, `invalid_map`, `too_large`; 503 `busy` where too many upload at once. Frames resolve within a second, also those of earlier exceptions.',
    scope: 'project:releases',
    body: parts,
    bodyTypes: ['multipart/form-data'],
    answer: sourceMapSchema,
    created: 201,
    isUngated: true,
    readBody: async (incoming) => {
      await workshop.gate.pass(() => assertPlan(workshop, incoming.place));
      assertForm(incoming.request);
      // The body itself waits for its turn.
      return incoming;
    },
    handle: async ({ body }, { project }) => {
      const { map, outcome } = await counted(workshop, () =>
        workshop.uploadGate.pass(() => receiveAndStore(workshop, body, project.id)),
      );
      return { status: outcome === 'new' ? 201 : 200, body: sourceMapToWire(map) };
    },
  });

async function assertPlan({ db }: Workshop, place: Place): Promise<void> {
  const { settings } = await findOrganization(db, place.organization);
  if (settings.sourceMaps) return;
  throw new ApiError(403, 'plan_lacks_source_maps', 'The plan of this organization does not include source maps.');
}

const receiveAndStore = (
  workshop: Workshop,
  { request, response }: IncomingBody,
  projectId: string,
): Promise<StoredUpload> =>
  workshop.scratch
    .use(async (files) => {
      const received = await receiveMap(request, response, files.map, workshop.config);
      workshop.metrics.received(received.size);
      return storeUpload(workshop, projectId, received, files);
    })
    .catch((error: unknown) => {
      throw isFull(error) ? noRoom(workshop, error) : error;
    });

const isFull = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

function noRoom({ logger }: Workshop, error: Error): ApiError {
  logger.error({ err: error }, 'there is no room for uploads on this disk');
  return new ApiError(503, 'unavailable', 'There is no room for uploads now; try again later.', {
    'retry-after': '60',
  });
}

async function counted({ metrics }: Workshop, upload: () => Promise<StoredUpload>): Promise<StoredUpload> {
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
