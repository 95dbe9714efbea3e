import { ACCESS_SETTINGS, SERVER_SETTINGS, UNREAD_SETTINGS } from '@sluice/management';
import {
  DATABASE_URL,
  defineSettings,
  integer,
  milliseconds,
  PUBLIC_URL,
  readSettings,
  type SettingsOf,
} from '@sluice/runtime';
import { BLOB_STORE_SETTINGS, RESOLVER_SETTINGS } from '@sluice/sourcemaps';

/** Settings of the read API. Times are milliseconds. */
export type ApiConfig = SettingsOf<typeof API_SETTINGS>;

const requestFields = {
  poolSize: integer('API_POOL_SIZE', {
    ...{ default: 8, min: 1, max: 200, unit: 'connections' },
    meaning:
      'Connections to PostgreSQL, and thus requests that run at the same time. Each may keep one core of PostgreSQL busy. One organization gets at most seven eighths of them.',
  }),
  statementMs: milliseconds('API_STATEMENT_MS', {
    ...{ default: 10_000, min: 100, max: 600_000 },
    meaning: 'Longest time of one statement; then 503 `too_slow`. Keeps one heavy query from starving the others.',
  }),
  connectMs: milliseconds('API_CONNECT_MS', {
    ...{ default: 2_000, min: 100, max: 60_000 },
    meaning: 'Longest wait for a connection to PostgreSQL; then 503 `unavailable`.',
  }),
  maxWaiting: integer('API_MAX_WAITING', {
    ...{ default: 100, min: 0, max: 10_000, unit: 'requests' },
    meaning: 'Most requests that wait for a connection; more get 503 `busy` at once.',
  }),
  waitMs: milliseconds('API_WAIT_MS', {
    ...{ default: 5_000, min: 10, max: 60_000 },
    meaning: 'Longest time that a request waits in that queue; then 503 `busy`.',
  }),
};

const frameFields = {
  resolveMs: milliseconds('API_RESOLVE_MS', {
    ...{ default: 3_000, min: 1, max: 60_000 },
    meaning: 'Longest wait for the source maps of one exception; frames without a map by then are `unavailable`.',
  }),
  culpritMs: milliseconds('API_CULPRIT_MS', {
    ...{ default: 150, min: 1, max: 10_000 },
    meaning: 'Longest wait for the source maps of a page of issues; then culprits are shown as sent.',
  }),
  store: BLOB_STORE_SETTINGS,
  resolver: RESOLVER_SETTINGS,
};

/** Settings of {@link ApiConfig}. */
export const API_SETTINGS = defineSettings({
  databaseUrl: DATABASE_URL,
  ...requestFields,
  ...frameFields,
  unread: UNREAD_SETTINGS,
  access: ACCESS_SETTINGS,
  publicUrl: PUBLIC_URL,
});

/** Settings of the read API that runs as a process of its own. */
export const API_SERVICE_SETTINGS = defineSettings({ service: API_SETTINGS, server: SERVER_SETTINGS });

/** The default of every setting. */
export const DEFAULT_API_CONFIG: ApiConfig = readSettings(API_SETTINGS, {});
