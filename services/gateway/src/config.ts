import { DAY_MS, MAX_EVENT_INDEX } from '@sluice/contract';
import {
  bytes,
  DATABASE_URL,
  defineSettings,
  httpServerFields,
  integer,
  milliseconds,
  QUEUE_SHARDS,
  readSettings,
  REDIS_QUEUE_URL,
  REDIS_URL,
  text,
  TRUSTED_PROXIES,
  type SettingsOf,
} from '@sluice/runtime';

const MB = 1_048_576;

/** Settings of a gateway. Sizes are bytes, times are milliseconds. */
export type GatewayConfig = SettingsOf<typeof GATEWAY_SETTINGS>;

const requestFields = {
  maxBodyBytes: bytes('MAX_BODY_BYTES', {
    default: 10 * MB,
    min: 1_024,
    max: 256 * MB,
    meaning: 'Maximum size of a request body as sent; a larger one gets 413.',
  }),
  maxDecodedBytes: bytes('MAX_DECODED_BYTES', {
    default: 20 * MB,
    min: 1_024,
    max: 256 * MB,
    meaning:
      'Maximum size of a request body after decompression; a larger one gets 413. Each request in progress may take this much memory.',
  }),
  maxEvents: integer('MAX_EVENTS', {
    default: 1_000,
    min: 1,
    max: MAX_EVENT_INDEX + 1,
    unit: 'events',
    meaning: 'Maximum number of events per batch; larger batches get 413.',
  }),
  maxJsonDepth: integer('MAX_JSON_DEPTH', {
    default: 1_000,
    min: 70,
    max: 1_000,
    unit: 'levels',
    meaning: 'Maximum nesting depth of a body; deeper ones get 400.',
  }),
  maxJsonValues: integer('MAX_JSON_VALUES', {
    default: 1_000_000,
    min: 1_000,
    max: 100_000_000,
    unit: 'values and keys',
    meaning:
      'Maximum number of values and keys in a body; more get 413. One million take 0.5 to 2 s of CPU time and 64 MB.',
  }),
  bodyTimeoutMs: milliseconds('BODY_TIMEOUT_MS', {
    default: 20_000,
    min: 100,
    max: 600_000,
    meaning: "Maximum wait for a request's body; then 408. While memory is short, bodies slower than 1 KB/s get 5 s.",
  }),
  maxBufferedBytes: bytes('MAX_BUFFERED_BYTES', {
    default: 256 * MB,
    min: MB,
    max: 65_536 * MB,
    meaning:
      'Memory for requests in progress: their bodies and an estimate of what they are parsed into. Beyond it requests get 503. One project may take seven eighths of it.',
  }),
};

const publishFields = {
  duplicateWindowMs: milliseconds('DUPLICATE_WINDOW_MS', {
    default: 15 * 60_000,
    min: 1_000,
    max: DAY_MS,
    meaning: 'How long an identical batch is recognized as a duplicate.',
  }),
  redisRetryMs: milliseconds('REDIS_RETRY_MS', {
    default: 3_000,
    min: 100,
    max: 60_000,
    meaning:
      "How long a call to Redis with an unknown result is repeated before the client's connection is closed. Keep it below the clients' timeout of 5 s.",
  }),
  publishLingerMs: milliseconds('PUBLISH_LINGER_MS', {
    default: 10,
    min: 0,
    max: 1_000,
    meaning: 'Maximum time that a batch waits to be published together with others.',
  }),
  spoolDir: text('SPOOL_DIR', {
    default: undefined,
    meaning:
      'Directory for batches that Redis cannot take. It must be on a disk that outlives the process, and no other gateway may use it. If unset, these batches get 503.',
  }),
  spoolMaxBytes: bytes('SPOOL_MAX_BYTES', {
    default: 1_024 * MB,
    min: MB,
    max: 1_048_576 * MB,
    meaning: 'Maximum size of the spool; then 503. A batch takes the size of its events and about 500 bytes.',
  }),
};

const projectFields = {
  settingsRefreshMs: milliseconds('SETTINGS_REFRESH_MS', {
    default: 400,
    min: 10,
    max: 1_500,
    meaning: 'How often changed project settings are fetched. Changes must be in force within 2 s.',
  }),
  maxCachedKeys: integer('MAX_CACHED_KEYS', {
    default: 20_000,
    min: 1,
    max: 10_000_000,
    unit: 'keys',
    meaning: 'Maximum number of keys whose settings are cached in memory.',
  }),
  maxUnknownKeys: integer('MAX_UNKNOWN_KEYS', {
    default: 10_000,
    min: 1,
    max: 10_000_000,
    unit: 'keys',
    meaning: 'Maximum number of unknown and disabled keys that are cached in memory.',
  }),
  unknownKeyMs: milliseconds('UNKNOWN_KEY_MS', {
    default: 10_000,
    min: 0,
    max: 600_000,
    meaning: 'How long a key is cached as unknown or disabled.',
  }),
};

const pressureFields = {
  pressureCheckMs: milliseconds('PRESSURE_CHECK_MS', {
    default: 1_000,
    min: 10,
    max: 60_000,
    meaning: "How often the backlog and Redis's memory are checked.",
  }),
  refuseAllPercent: integer('REFUSE_ALL_PERCENT', {
    default: 80,
    min: 1,
    max: 100,
    unit: '%',
    meaning: "Share of Redis's memory at which every batch goes to the spool, or gets 503 without one.",
  }),
  refuseBulkyPercent: integer('REFUSE_BULKY_PERCENT', {
    default: 60,
    min: 1,
    max: 100,
    unit: '%',
    meaning: "Share of Redis's memory at which spans and replays are refused.",
  }),
  backlogEvents: integer('BACKLOG_EVENTS', {
    default: 500_000,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    unit: 'events',
    meaning:
      'Number of waiting spans and replays at which they are refused while the backlog monitor is unavailable. They are accepted again below half of it.',
  }),
};

const metricsFields = {
  topProjects: integer('METRICS_TOP_PROJECTS', {
    default: 0,
    min: 0,
    max: 1_000,
    unit: 'projects',
    meaning:
      'Number of the busiest projects that `sluice_gateway_project_events_total` shows by id, with five series each; the rest is `other`. 0 means no series of projects.',
  }),
};

/** Settings of {@link GatewayConfig}. */
export const GATEWAY_SETTINGS = defineSettings({
  redisUrl: REDIS_URL,
  redisQueueUrl: REDIS_QUEUE_URL,
  shards: QUEUE_SHARDS,
  trustedProxies: TRUSTED_PROXIES,
  ...httpServerFields({ maxConnections: 10_000, shutdownMs: 10_000 }),
  ...requestFields,
  ...publishFields,
  ...projectFields,
  ...pressureFields,
  ...metricsFields,
});

/** Settings of a gateway that runs as a separate process. */
export const GATEWAY_SERVICE_SETTINGS = defineSettings({ gateway: GATEWAY_SETTINGS, databaseUrl: DATABASE_URL });

/** The default of every setting. */
export const DEFAULT_GATEWAY_CONFIG: GatewayConfig = readSettings(GATEWAY_SETTINGS, {});
