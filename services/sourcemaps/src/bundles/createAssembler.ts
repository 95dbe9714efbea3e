import { ApiError } from '@sluice/management';
import { createFairSemaphore, SemaphoreBusyError, type Component } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceContext } from '../serviceContext.js';
import { rethrowFullDisk } from '../uploads/rethrowFullDisk.js';
import { BundleError } from './bundleError.js';
import { storeBundle, type BundleTarget } from './storeBundle.js';

/** A bundle whose chunks were uploaded. */
interface BundleRequest extends BundleTarget {
  readonly organizationId: string;
  /** SHA-1 of the bundle. */
  readonly checksum: string;
  /** SHA-1 of its chunks, in their order. */
  readonly chunks: readonly string[];
}

/** State of a bundle, as clients of Sentry know it. */
interface AssembleState<State extends string = 'not_found' | 'assembling' | 'ok' | 'error'> {
  readonly state: State;
  readonly missingChunks: readonly string[];
  /** A sentence for people. */
  readonly detail: string | null;
}

type EndState = AssembleState<'ok' | 'error'>;

/** Puts bundles together and stores their source maps, a few at a time and in turn for each organization. */
export interface Assembler extends Component {
  /**
   * Begins to assemble a bundle if all of its chunks are there, and waits for its result for a bounded time. A result is
   * reported once; after that the bundle is assembled again, which stores nothing twice and renews the retention of its
   * maps.
   */
  readonly assemble: (request: BundleRequest) => Promise<AssembleState>;
}

/** Bundles that are read at the same time. Their maps wait for permits like other uploads. */
const AT_ONCE = 2;
const WAITING = 100;
/** Limit of `detail` in characters: it repeats names of the bundle, which may be long. */
const LONGEST_DETAIL = 2_000;
/** How long an end that was not reported is kept. */
const UNREPORTED_MS = 60_000;

interface Job {
  /** Resolves with the end, and never rejects. */
  readonly ended: Promise<EndState>;
}

/** Returns an assembler without bundles. */
export function createAssembler(context: ServiceContext): Assembler {
  const semaphore = createFairSemaphore({ capacity: AT_ONCE, reserve: 1, queue: WAITING });
  const jobs = new Map<string, Job>();
  const stopping = new AbortController();

  const forget = (key: string, job: Job): void => {
    if (jobs.get(key) === job) jobs.delete(key);
  };
  const start = (key: string, request: BundleRequest): Job => {
    const ended = semaphore
      .run(request.organizationId, () => assembleBundle(context, request, stopping.signal), { signal: stopping.signal })
      .then(
        () => ({ state: 'ok', missingChunks: [], detail: null }) as const,
        (error: unknown) => failure(context, error),
      );
    const job = { ended };
    jobs.set(key, job);
    void ended.then(({ state }) => {
      context.metrics.bundled(state);
      setTimeout(() => forget(key, job), UNREPORTED_MS).unref();
    });
    return job;
  };
  return {
    start: () => Promise.resolve(),
    stop: async () => {
      stopping.abort();
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
    assemble: async (request) => {
      const key = keyOf(request);
      let job = jobs.get(key);
      if (job === undefined) {
        const missingChunks = context.chunks.missing(request.organizationId, request.chunks);
        if (missingChunks.length > 0) return { state: 'not_found', missingChunks, detail: NOT_FOUND };
        job = start(key, request);
      }
      const state = await within(job.ended, context.config.assembleWaitMs);
      if (state === undefined) return { state: 'assembling', missingChunks: [], detail: null };
      forget(key, job);
      return state;
    },
  };
}

/** Clients print it only if the chunks were uploaded before. */
const NOT_FOUND =
  'Chunks of the bundle are missing. Upload again. If this error repeats, requests reach different processes of Sluice: the proxy must route all requests with one access token to the same process.';

/** Other uploads of the organization filled its share, or those of all filled the disk. */
const DELETED =
  'Chunks of the bundle were deleted while it waited, because later uploads needed their room (SOURCEMAPS_CHUNK_MB). Upload again.';

function keyOf({ organizationId, checksum, chunks, release, projects }: BundleRequest): string {
  const identity = [organizationId, checksum, chunks, release, projects.map(({ id }) => id)];
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64');
}

async function assembleBundle(context: ServiceContext, request: BundleRequest, signal: AbortSignal): Promise<void> {
  const { organizationId, checksum, chunks } = request;
  await context.scratch.use(async ({ bundle }) => {
    const sha1 = await context.chunks.join(organizationId, chunks, bundle).catch(rethrowFullDisk(context));
    if (sha1 === undefined) throw new BundleError(DELETED);
    if (sha1 !== checksum) throw new BundleError('The SHA-1 of the bundle is not the given checksum. Upload again.');
    await storeBundle(context, bundle, request, signal);
  });
}

const failure = (context: ServiceContext, error: unknown): EndState => ({
  state: 'error',
  missingChunks: [],
  detail: detailOf(context, error).slice(0, LONGEST_DETAIL),
});

/** Returns why a bundle was not stored. Defects are logged. */
function detailOf({ logger }: ServiceContext, error: unknown): string {
  if (error instanceof BundleError) return error.message;
  if (error instanceof ApiError) return error.message;
  if (error instanceof SemaphoreBusyError) return 'Too many uploads are being processed; try again in a moment.';
  if (error instanceof Error && error.name === 'AbortError') return 'The service is stopping; upload again.';
  logger.error({ err: error }, 'bundle not stored');
  return 'Internal error. It was logged.';
}

/** Resolves with the value, or with `undefined` after the time. */
async function within<T>(value: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([value, delay(ms, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
