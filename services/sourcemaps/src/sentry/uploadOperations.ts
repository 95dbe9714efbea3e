import { LIMITS } from '@sluice/contract';
import type { ServedOperation } from '@sluice/management';
import type { Assembler } from '../bundles/createAssembler.js';
import { CHUNK_BYTES } from '../chunks/createChunkStore.js';
import { CHUNK_REQUEST_BYTES, CHUNKS_PER_REQUEST, receiveChunks, SHA1 } from '../http/receiveChunks.js';
import { isName } from '../isName.js';
import type { ServiceContext } from '../serviceContext.js';
import { assertPlan } from '../uploads/assertPlan.js';
import { rethrowFullDisk } from '../uploads/rethrowFullDisk.js';
import { uploadPatience } from '../uploads/uploadPatience.js';
import { namedProjects } from './namedProjects.js';
import { badRequest, readSentryBody, type SentryBody } from './readSentryBody.js';
import { sentryOperation } from './sentryOperation.js';

const CHUNK_UPLOAD = '/organizations/{org}/chunk-upload/';
/** Requests with chunks that a client sends at the same time. */
const CONCURRENCY = 2;
/** Longest time in seconds that a client may poll. */
const MAX_WAIT_S = 3_600;

/** Returns the operations by which sentry-cli uploads source maps. */
export function uploadOperations(context: ServiceContext, assembler: Assembler): readonly ServedOperation[] {
  const maxBundleBytes = maxBundleBytesOf(context);
  const readOptions = sentryOperation({
    method: 'get',
    path: CHUNK_UPLOAD,
    permission: 'releases:write',
    isUnlimited: true,
    handle: async (_request, { access }) => {
      await assertPlan(context, access);
      return {
        body: {
          // Relative to `/api/0/` of the address that the client uses. Behind proxies, scheme and host of a request may
          // be others, and the token would go there.
          url: `/organizations/${access.organization}/chunk-upload/`,
          chunkSize: CHUNK_BYTES,
          chunksPerRequest: CHUNKS_PER_REQUEST,
          maxRequestSize: CHUNK_REQUEST_BYTES,
          maxFileSize: maxBundleBytes,
          maxWait: MAX_WAIT_S,
          hashAlgorithm: 'sha1',
          concurrency: CONCURRENCY,
          compression: ['gzip'],
          accept: ['sources', 'release_files', 'artifact_bundles', 'artifact_bundles_v2'],
        },
      };
    },
  });
  const upload = sentryOperation({
    method: 'post',
    path: CHUNK_UPLOAD,
    permission: 'releases:write',
    isUnlimited: true,
    readBody: async ({ request, response, access }) => {
      const { organizationId } = access;
      await assertPlan(context, access);
      const { uploadTimeoutMs: totalMs, ...patience } = uploadPatience(context, organizationId);
      const rules = { organizationId, chunks: context.chunks, patience: { ...patience, totalMs } };
      await context.uploadLimiter.run(organizationId, () =>
        receiveChunks(request, response, rules).catch(rethrowFullDisk(context)),
      );
    },
    handle: () => Promise.resolve({ body: {} }),
  });
  const assemble = sentryOperation({
    method: 'post',
    path: '/organizations/{org}/artifactbundle/assemble/',
    permission: 'releases:write',
    isUnlimited: true,
    readBody: readSentryBody,
    handle: async ({ body }, sentry) => {
      const { access } = sentry;
      await assertPlan(context, access);
      const bundle = bundleOf(body, Math.ceil(maxBundleBytes / CHUNK_BYTES));
      const projects = await context.requestLimiter.run(access.organizationId, () => namedProjects(body, sentry));
      if (projects === undefined) {
        throw badRequest(
          'projects is missing: name the project that gets the source maps (SENTRY_PROJECT, --project).',
        );
      }
      return { body: await assembler.assemble({ ...bundle, projects, organizationId: access.organizationId }) };
    },
  });
  return [readOptions, upload, assemble];
}

/** An organization has no more chunks on disk. */
const maxBundleBytesOf = ({ config }: ServiceContext): number => (config.chunkMegabytes / 2) * 1_048_576;

/** Returns the checked fields of a request to assemble a bundle. @throws ApiError 400 */
function bundleOf({ checksum, chunks, version = null }: SentryBody, maxChunks: number) {
  if (!isSha1(checksum)) throw badRequest('checksum must be a SHA-1: 40 lower-case hex digits.');
  if (!Array.isArray(chunks) || !chunks.every(isSha1) || chunks.length === 0) {
    throw badRequest('chunks must be a list of SHA-1s: 40 lower-case hex digits each.');
  }
  if (chunks.length > maxChunks)
    throw badRequest(`The bundle exceeds the limit of ${maxChunks} chunks; upload fewer files at once.`);
  if (version === null || version === '') return { checksum, chunks, release: null };
  if (typeof version === 'string' && isName(version, LIMITS.maxRelease)) return { checksum, chunks, release: version };
  throw badRequest(
    `version must be the SDK's release: 1 to ${LIMITS.maxRelease} characters and no control characters.`,
  );
}

const isSha1 = (value: unknown): value is string => typeof value === 'string' && SHA1.test(value);
