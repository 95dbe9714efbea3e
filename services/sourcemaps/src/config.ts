import { HOUR_MS } from '@sluice/contract';
import { requestFields, SERVER_SETTINGS } from '@sluice/management';
import { defineSettings, integer, milliseconds, readSettings, text, type SettingsOf } from '@sluice/runtime';
import { BLOB_STORE_SETTINGS, RESOLVER_SETTINGS } from '@sluice/sourcemaps';

/** Settings of the source map service. Times are milliseconds. */
export type SourcemapsConfig = SettingsOf<typeof SOURCEMAPS_SETTINGS>;

const poolSize = integer('SOURCEMAPS_POOL_SIZE', {
  default: 4,
  min: 1,
  max: 200,
  unit: 'connections',
  meaning: 'Connections to PostgreSQL for reads, and thus reads that run at the same time.',
});

const uploadFields = {
  uploadPoolSize: integer('SOURCEMAPS_UPLOAD_POOL_SIZE', {
    default: 6,
    min: 2,
    max: 200,
    unit: 'connections',
    meaning: 'Further connections for uploads and maintenance, so that a large blob delays no read.',
  }),
  maxUploads: integer('SOURCEMAPS_MAX_UPLOADS', {
    default: 8,
    min: 1,
    max: 1_000,
    unit: 'uploads',
    meaning:
      'Uploads that are received, compiled and stored at the same time. Each may take the size of a map, its index and its compressed original in `SOURCEMAPS_SCRATCH_DIR`. One organization gets at most seven eighths of them. With the PostgreSQL of `npm start`, at most the number of cores.',
  }),
  maxWaitingUploads: integer('SOURCEMAPS_MAX_WAITING_UPLOADS', {
    default: 64,
    min: 0,
    max: 10_000,
    unit: 'uploads',
    meaning: 'Maximum number of uploads that wait to be received; more get 503 `busy` at once.',
  }),
  uploadWaitMs: milliseconds('SOURCEMAPS_UPLOAD_WAIT_MS', {
    default: 20_000,
    min: 10,
    max: 600_000,
    meaning:
      'Maximum time that an upload waits in that queue; then 503 `busy`. Keep it below the time that a proxy waits to send a body.',
  }),
  uploadTimeoutMs: milliseconds('SOURCEMAPS_UPLOAD_TIMEOUT_MS', {
    default: 600_000,
    min: 100,
    max: HOUR_MS,
    meaning: 'Maximum time for a whole upload to arrive; then 408.',
  }),
  uploadIdleMs: milliseconds('SOURCEMAPS_UPLOAD_IDLE_MS', {
    default: 30_000,
    min: 100,
    max: 600_000,
    meaning: 'Maximum pause between two pieces of a body; then 408. A stalled upload keeps others waiting.',
  }),
  scratchDirectory: text('SOURCEMAPS_SCRATCH_DIR', {
    default: undefined,
    meaning:
      "Directory for uploads until they are stored, readable by the service's user only. If unset, a directory below the system's temporary directory.",
  }),
};

const bundleFields = {
  chunkMegabytes: integer('SOURCEMAPS_CHUNK_MB', {
    default: 2_048,
    min: 64,
    max: 1_048_576,
    unit: 'MiB',
    meaning:
      'Chunks of uploads of sentry-cli and of the bundler plugins of Sentry in `SOURCEMAPS_SCRATCH_DIR`. One organization gets at most half; a bundle is at most as large as that. The chunks that were not used for the longest time are deleted first, all of them after a day. Two bundles at a time take their size once more.',
  }),
  assembleWaitMs: milliseconds('SOURCEMAPS_ASSEMBLE_WAIT_MS', {
    default: 30_000,
    min: 0,
    max: 600_000,
    meaning:
      'Maximum time that the response to such an upload waits until all of its maps are stored; then the client must ask again (`--wait`) to learn whether they were. Keep it below what proxies wait for a response.',
  }),
};

const compileFields = {
  compileThreads: integer('SOURCEMAPS_COMPILE_THREADS', {
    default: 2,
    min: 1,
    max: 64,
    unit: 'threads',
    meaning:
      'Threads that compile source maps. Each takes one core, and memory of several times its map. With the PostgreSQL of `npm start`, at most half of the cores.',
  }),
  compileWaitMs: milliseconds('SOURCEMAPS_COMPILE_WAIT_MS', {
    default: 30_000,
    min: 10,
    max: 600_000,
    meaning:
      'Maximum time that a received map waits for a thread; then 503 `busy`. Keep the sum of all times of an upload below what clients and proxies wait for a response.',
  }),
  compileMs: milliseconds('SOURCEMAPS_COMPILE_MS', {
    default: 60_000,
    min: 100,
    max: 600_000,
    meaning: 'Maximum time of one compilation; then the map is rejected.',
  }),
  compileHeapMb: integer('SOURCEMAPS_COMPILE_HEAP_MB', {
    default: 512,
    min: 64,
    max: 8_192,
    unit: 'MiB',
    meaning: 'Heap of one compiling thread. A map that needs more is rejected.',
  }),
  maintenanceMs: milliseconds('SOURCEMAPS_MAINTENANCE_MS', {
    default: 60_000,
    min: 10,
    max: HOUR_MS,
    meaning: 'Time between two passes that delete unused blobs and compile outdated indexes again.',
  }),
};

/** Settings of {@link SourcemapsConfig}. */
export const SOURCEMAPS_SETTINGS = defineSettings({
  ...requestFields('SOURCEMAPS', poolSize),
  store: BLOB_STORE_SETTINGS,
  resolver: RESOLVER_SETTINGS,
  ...uploadFields,
  ...bundleFields,
  ...compileFields,
});

/**
 * Settings of a source map service in its own process. The service itself ends slow requests with a response; the
 * limit of the server is longer.
 */
export const SOURCEMAPS_SERVICE_SETTINGS = defineSettings(
  { service: SOURCEMAPS_SETTINGS, server: SERVER_SETTINGS },
  ({ service, server }) => ({
    service,
    server: { ...server, requestTimeoutMs: requestTimeoutOf(service, server.requestTimeoutMs) },
  }),
);

/** The default of every setting. */
export const DEFAULT_SOURCEMAPS_CONFIG: SourcemapsConfig = readSettings(SOURCEMAPS_SETTINGS, {});

const HEADERS_MS = 15_000;

/** Returns the milliseconds that a server in front of the service must allow for a request: its headers, and an upload. */
export function requestTimeoutOf(
  { uploadTimeoutMs, uploadWaitMs }: Pick<SourcemapsConfig, 'uploadTimeoutMs' | 'uploadWaitMs'>,
  least = 0,
): number {
  return Math.max(least, uploadTimeoutMs + uploadWaitMs + HEADERS_MS);
}
