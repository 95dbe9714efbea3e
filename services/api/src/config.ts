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
import { urlOf, wholeNumber, type Env, type EnvReader } from '@sluice/runtime';
import {
  DEFAULT_BLOB_STORE_CONFIG,
  DEFAULT_RESOLVER_CONFIG,
  readBlobStoreConfig,
  readResolverConfig,
  type BlobStoreConfig,
  type ResolverConfig,
} from '@sluice/sourcemaps';

/** Settings of the read API. Times are milliseconds. */
export interface ApiConfig {
  /** The database that is read; settings and keys are written there too. */
  readonly databaseUrl: string;
  /**
   * Connections, and with them requests that are answered at once. Each may keep one core of PostgreSQL busy. One
   * organization alone gets seven eighths of them, and at least one less than all.
   */
  readonly poolSize: number;
  /** Longest time of one statement; then 503 `too_slow`. Keeps one heavy question from starving the rest. */
  readonly statementMs: number;
  /** Longest wait for a connection to PostgreSQL; then 503 `unavailable`. */
  readonly connectMs: number;
  /** Most requests that wait for their turn; more get 503 `busy` at once. */
  readonly maxWaiting: number;
  /** Longest wait for a turn; then 503 `busy`. */
  readonly waitMs: number;
  /** Longest wait for the source maps of one exception; a frame whose map is not there in time is `unavailable`. */
  readonly resolveMs: number;
  /** Longest wait for the source maps of a page; then culprits are shown as they were sent. */
  readonly culpritMs: number;
  /** `SOURCE_MAP_STORE` and what belongs to it: the same in every service that reads or writes maps. */
  readonly store: BlobStoreConfig;
  /** What is kept of maps in memory, and for how long. */
  readonly resolver: ResolverConfig;
  /** Limits of responses that clients do not read. */
  readonly unread: UnreadLimits;
  /** Who is let in. */
  readonly access: AccessConfig;
  /** Where clients reach the service, for DSNs; what they asked for where unset. */
  readonly publicUrl: string | undefined;
}

/** Defaults of every setting; the database is on this machine. */
export const DEFAULT_API_CONFIG: ApiConfig = {
  databaseUrl: 'postgres://sluice@127.0.0.1:5432/sluice',
  poolSize: 8,
  statementMs: 10_000,
  connectMs: 2_000,
  maxWaiting: 100,
  waitMs: 5_000,
  resolveMs: 3_000,
  culpritMs: 150,
  store: DEFAULT_BLOB_STORE_CONFIG,
  resolver: DEFAULT_RESOLVER_CONFIG,
  unread: DEFAULT_UNREAD_LIMITS,
  access: DEFAULT_ACCESS_CONFIG,
  publicUrl: undefined,
};

/** Reads the settings from the environment; every problem is reported at once as a `ConfigError`. */
export const readApiConfig = (env: Env): ProcessConfig<ApiConfig> => readProcessConfig(env, readService);

function readService(reader: EnvReader): ApiConfig {
  const { get } = reader;
  const whole = (name: string, fallback: number, min: number, max: number): number =>
    get(name, fallback, wholeNumber(min, max));
  return {
    databaseUrl: get('DATABASE_URL', DEFAULT_API_CONFIG.databaseUrl, urlOf('postgres', 'postgresql')),
    poolSize: whole('API_POOL_SIZE', DEFAULT_API_CONFIG.poolSize, 1, 200),
    statementMs: whole('API_STATEMENT_MS', DEFAULT_API_CONFIG.statementMs, 100, 600_000),
    connectMs: whole('API_CONNECT_MS', DEFAULT_API_CONFIG.connectMs, 100, 60_000),
    maxWaiting: whole('API_MAX_WAITING', DEFAULT_API_CONFIG.maxWaiting, 0, 10_000),
    waitMs: whole('API_WAIT_MS', DEFAULT_API_CONFIG.waitMs, 10, 60_000),
    resolveMs: whole('API_RESOLVE_MS', DEFAULT_API_CONFIG.resolveMs, 1, 60_000),
    culpritMs: whole('API_CULPRIT_MS', DEFAULT_API_CONFIG.culpritMs, 1, 10_000),
    store: readBlobStoreConfig(reader),
    resolver: readResolverConfig(reader),
    unread: readUnreadLimits(reader),
    access: readAccessConfig(reader),
    publicUrl: get('PUBLIC_URL', DEFAULT_API_CONFIG.publicUrl, urlOf('http', 'https')),
  };
}
