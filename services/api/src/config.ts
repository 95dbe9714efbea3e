import { HOUR_MS, DAY_MS } from '@sluice/contract';
import { ALERTS_ALLOWED_ADDRESSES } from '@sluice/alerts';
import { requestFields, SERVER_SETTINGS } from '@sluice/management';
import {
  databaseUrlSetting,
  defineSettings,
  integer,
  MAX_EVENT_AGE_HOURS,
  milliseconds,
  readSettings,
  REDIS_URL,
  type SettingsOf,
} from '@sluice/runtime';
import { IDENTITY_SETTINGS } from './identityConfig.js';
import { LIMIT_SETTINGS } from './limitsConfig.js';
import { BLOB_STORE_SETTINGS, RESOLVER_SETTINGS } from '@sluice/sourcemaps';

/** Settings of the read API. Times are milliseconds. */
export type ApiConfig = SettingsOf<typeof API_SETTINGS>;

const poolSize = integer('API_POOL_SIZE', {
  default: 8,
  min: 1,
  max: 200,
  unit: 'connections',
  meaning:
    'Connections to PostgreSQL, and thus requests that run at the same time. Each may keep one core of PostgreSQL busy.',
});

const perOrganization = integer('API_REQUESTS_PER_ORGANIZATION', {
  default: 4,
  min: 1,
  max: 200,
  unit: 'requests',
  meaning:
    'Maximum number of requests of one organization that run at the same time, even if no other has any; further ones wait. An organization never gets more than seven eighths of `API_POOL_SIZE`. With the PostgreSQL of `npm start`, at most the number of cores, or 2.',
});

const sustained = integer('API_SUSTAINED_REQUESTS_PER_ORGANIZATION', {
  default: 4,
  min: 1,
  max: 200,
  unit: 'requests',
  meaning:
    'The same for an organization that has asked for much in the last seconds: more than half of this number of requests ran at the same time, on average. With the PostgreSQL of `npm start`, at most half of the cores.',
});

const streamFields = {
  streams: integer('API_STREAMS', {
    default: 50,
    min: 1,
    max: 10_000,
    unit: 'streams',
    meaning:
      'Live streams of logs that are open at the same time; further ones get 503 `busy`. One organization gets at most half of them, one user five. Each reads at most 20,000 rows a second.',
  }),
  streamMs: milliseconds('API_STREAM_MS', {
    default: 600_000,
    min: 1_000,
    max: DAY_MS,
    meaning:
      'How long a live stream is open; then clients connect again. Access is checked every few seconds, however long it is.',
  }),
};

const readFields = {
  readUrl: databaseUrlSetting(
    {
      default: undefined,
      meaning:
        'Streaming replica for reads of events and of what is derived from them. If it is unset, unavailable or out of date by more than `DATABASE_READ_MAX_AGE_MS`, they go to `DATABASE_URL`. Everything else always does.',
    },
    'DATABASE_READ_URL',
  ),
  readMaxAgeMs: milliseconds('DATABASE_READ_MAX_AGE_MS', {
    default: 5_000,
    min: 1_000,
    max: HOUR_MS,
    meaning:
      'Maximum time by which a read from the replica may be out of date. The header `Read-Age-Ms` of a response and the metric `sluice_read_replica_age_seconds` show it.',
  }),
};

const frameFields = {
  resolveMs: milliseconds('API_RESOLVE_MS', {
    default: 3_000,
    min: 1,
    max: 60_000,
    meaning: 'Maximum wait for the source maps of one exception; frames without a map by then are `unavailable`.',
  }),
  culpritMs: milliseconds('API_CULPRIT_MS', {
    default: 150,
    min: 1,
    max: 10_000,
    meaning:
      'Maximum wait for the source maps of a page of issues; then culprits are shown as they were resolved before, or as sent, and marked.',
  }),
  store: BLOB_STORE_SETTINGS,
  resolver: RESOLVER_SETTINGS,
};

/** Settings of {@link ApiConfig}. */
export const API_SETTINGS = defineSettings({
  ...requestFields('API', poolSize),
  perOrganization,
  sustained,
  ...streamFields,
  ...readFields,
  ...frameFields,
  maxEventAgeHours: MAX_EVENT_AGE_HOURS,
  redisUrl: REDIS_URL,
  allowedAddresses: ALERTS_ALLOWED_ADDRESSES,
  identity: IDENTITY_SETTINGS,
  limits: LIMIT_SETTINGS,
});

/** Settings of the read API that runs as a process of its own. */
export const API_SERVICE_SETTINGS = defineSettings({ service: API_SETTINGS, server: SERVER_SETTINGS });

/** The default of every setting. */
export const DEFAULT_API_CONFIG: ApiConfig = readSettings(API_SETTINGS, {});
