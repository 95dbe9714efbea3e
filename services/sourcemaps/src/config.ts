import {
  DEFAULT_ACCESS_CONFIG,
  DEFAULT_UNREAD_LIMITS,
  readAccessConfig,
  readProcessConfig,
  readUnreadLimits,
  type AccessConfig,
  type ProcessConfig,
  type UnreadLimits,
} from '@sluice/management';
import { anyText, urlOf, wholeNumber, type Env, type EnvReader } from '@sluice/runtime';
import {
  DEFAULT_RESOLVER_CONFIG,
  readBlobStoreConfig,
  readResolverConfig,
  type BlobStoreConfig,
  type ResolverConfig,
} from '@sluice/sourcemaps';

/** Settings of the source map service. Times are milliseconds. */
export interface SourcemapsConfig {
  /** Where rows lie, and blobs unless `store` says otherwise. */
  readonly databaseUrl: string;
  /** Connections for questions, and with them questions that are answered at once. */
  readonly poolSize: number;
  /** Connections for uploads and upkeep, beside those: a large blob keeps no reader waiting. */
  readonly uploadPoolSize: number;
  /** Longest time of one statement of a question; then 503 `too_slow`. */
  readonly statementMs: number;
  /** Longest wait for a connection to PostgreSQL; then 503 `unavailable`. */
  readonly connectMs: number;
  /** Most questions that wait for their turn; more get 503 `busy` at once. */
  readonly maxWaiting: number;
  /** Longest wait of a question for its turn; then 503 `busy`. */
  readonly waitMs: number;
  /** Where blobs lie: `SOURCE_MAP_STORE`. */
  readonly store: BlobStoreConfig;
  /** Of the frames that are explained: `SOURCE_MAP_*`. */
  readonly resolver: ResolverConfig;
  /**
   * Uploads that are received, compiled and stored at once. Each may hold a map, its index and its compressed original
   * on disk: so many times what one upload may be is the room that `scratchDirectory` needs. One organization alone gets
   * seven eighths of them, and at least one less than all.
   */
  readonly uploadsAtOnce: number;
  /** Most uploads that wait for their turn, not a byte of them read; more get 503 `busy` at once. */
  readonly uploadsWaiting: number;
  /** Longest wait of an upload for its turn; then 503 `busy`. Shorter than a proxy waits for a body to be taken. */
  readonly uploadWaitMs: number;
  /** Longest time for a whole upload to arrive; then 408. 50 MB in it is the slowest line that can upload. */
  readonly uploadTimeoutMs: number;
  /** Longest pause between two pieces of a body; then 408. What stalls would keep others from uploading. */
  readonly stallMs: number;
  /** Threads that compile. Each needs a core, and memory several times its map. */
  readonly compileThreads: number;
  /**
   * Longest wait of a received map for a thread; then 503 `busy`. With the waits and times of an upload it must stay below
   * what clients and a proxy wait for an answer.
   */
  readonly compileWaitMs: number;
  /** Longest time of one compilation; then the map is refused. */
  readonly compileMs: number;
  /** Heap of one compiling thread, MB; a map that needs more is refused. */
  readonly compileHeapMb: number;
  /** Where uploads lie until they are stored, private to the service's user; below the system's directory where unset. */
  readonly scratchDirectory: string | undefined;
  /** Time between two looks for blobs to delete and indexes to make again. */
  readonly upkeepMs: number;
  /** Limits of responses that clients do not read. */
  readonly unread: UnreadLimits;
  /** Who is let in. */
  readonly access: AccessConfig;
  /** Where clients reach the service; what they asked for where unset. */
  readonly publicUrl: string | undefined;
}

/** Defaults of every setting; the database is on this machine and holds the blobs. */
export const DEFAULT_SOURCEMAPS_CONFIG: Omit<SourcemapsConfig, 'store'> = {
  databaseUrl: 'postgres://sluice@127.0.0.1:5432/sluice',
  poolSize: 4,
  uploadPoolSize: 6,
  statementMs: 10_000,
  resolver: DEFAULT_RESOLVER_CONFIG,
  connectMs: 2_000,
  maxWaiting: 100,
  waitMs: 5_000,
  uploadsAtOnce: 8,
  uploadsWaiting: 64,
  uploadWaitMs: 20_000,
  uploadTimeoutMs: 600_000,
  stallMs: 30_000,
  compileThreads: 2,
  compileWaitMs: 30_000,
  compileMs: 60_000,
  compileHeapMb: 512,
  scratchDirectory: undefined,
  upkeepMs: 60_000,
  unread: DEFAULT_UNREAD_LIMITS,
  access: DEFAULT_ACCESS_CONFIG,
  publicUrl: undefined,
};

/** Reads the settings from the environment; every problem is reported at once as a `ConfigError`. */
export function readSourcemapsConfig(env: Env): ProcessConfig<SourcemapsConfig> {
  const config = readProcessConfig(env, readService, { requestTimeoutMs: LONGEST_UPLOAD_MS });
  const { service, server } = config;
  // The service ends what is too slow by itself, with an answer; the server's bound is behind it.
  return { ...config, server: { ...server, requestTimeoutMs: requestTimeoutOf(service, server.requestTimeoutMs) } };
}

/** What a server in front of the service must let a request take: its headers, and an upload. */
export const requestTimeoutOf = ({ uploadTimeoutMs, uploadWaitMs }: SourcemapsConfig, least = 0): number =>
  Math.max(least, uploadTimeoutMs + uploadWaitMs + HEADERS_MS);

const HEADERS_MS = 15_000;
const LONGEST_UPLOAD_MS = 30_000;

function readService(reader: EnvReader): SourcemapsConfig {
  const { get } = reader;
  const fallback = DEFAULT_SOURCEMAPS_CONFIG;
  const whole = (name: string, value: number, min: number, max: number): number =>
    get(name, value, wholeNumber(min, max));
  return {
    databaseUrl: get('DATABASE_URL', fallback.databaseUrl, urlOf('postgres', 'postgresql')),
    poolSize: whole('SOURCEMAPS_POOL_SIZE', fallback.poolSize, 1, 200),
    uploadPoolSize: whole('SOURCEMAPS_UPLOAD_POOL_SIZE', fallback.uploadPoolSize, 2, 200),
    statementMs: whole('SOURCEMAPS_STATEMENT_MS', fallback.statementMs, 100, 600_000),
    connectMs: whole('SOURCEMAPS_CONNECT_MS', fallback.connectMs, 100, 60_000),
    maxWaiting: whole('SOURCEMAPS_MAX_WAITING', fallback.maxWaiting, 0, 10_000),
    waitMs: whole('SOURCEMAPS_WAIT_MS', fallback.waitMs, 10, 60_000),
    store: readBlobStoreConfig(reader),
    resolver: readResolverConfig(reader),
    uploadsAtOnce: whole('SOURCEMAPS_UPLOADS_AT_ONCE', fallback.uploadsAtOnce, 1, 1_000),
    uploadsWaiting: whole('SOURCEMAPS_UPLOADS_WAITING', fallback.uploadsWaiting, 0, 10_000),
    uploadWaitMs: whole('SOURCEMAPS_UPLOAD_WAIT_MS', fallback.uploadWaitMs, 10, 600_000),
    uploadTimeoutMs: whole('SOURCEMAPS_UPLOAD_TIMEOUT_MS', fallback.uploadTimeoutMs, 100, 3_600_000),
    stallMs: whole('SOURCEMAPS_STALL_MS', fallback.stallMs, 100, 600_000),
    compileThreads: whole('SOURCEMAPS_COMPILE_THREADS', fallback.compileThreads, 1, 64),
    compileWaitMs: whole('SOURCEMAPS_COMPILE_WAIT_MS', fallback.compileWaitMs, 10, 600_000),
    compileMs: whole('SOURCEMAPS_COMPILE_MS', fallback.compileMs, 100, 600_000),
    compileHeapMb: whole('SOURCEMAPS_COMPILE_HEAP_MB', fallback.compileHeapMb, 64, 8_192),
    scratchDirectory: get('SOURCEMAPS_SCRATCH_DIR', fallback.scratchDirectory, anyText),
    upkeepMs: whole('SOURCEMAPS_UPKEEP_MS', fallback.upkeepMs, 10, 3_600_000),
    unread: readUnreadLimits(reader),
    access: readAccessConfig(reader),
    publicUrl: get('PUBLIC_URL', fallback.publicUrl, urlOf('http', 'https')),
  };
}
