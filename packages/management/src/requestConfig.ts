import { DATABASE_URL, integer, milliseconds, PUBLIC_URL, type Setting } from '@sluice/runtime';
import { ACCESS_SETTINGS } from './access/accessConfig.js';
import { UNREAD_SETTINGS } from './responses/responseConfig.js';

/**
 * Settings that every management service has for its requests. Times are milliseconds.
 * @param prefix of the names, such as `API`
 * @param poolSize the setting `<prefix>_POOL_SIZE`
 */
export const requestFields = (prefix: 'API' | 'SOURCEMAPS', poolSize: Setting<number>) => ({
  databaseUrl: DATABASE_URL,
  poolSize,
  statementMs: milliseconds(`${prefix}_STATEMENT_MS`, {
    default: 10_000,
    min: 100,
    max: 600_000,
    meaning:
      'Maximum time of one statement of a read; then 503 `too_slow`. Keeps one heavy query from starving others.',
  }),
  connectMs: milliseconds(`${prefix}_CONNECT_MS`, {
    default: 2_000,
    min: 100,
    max: 60_000,
    meaning: 'Maximum wait for a connection to PostgreSQL; then 503 `unavailable`.',
  }),
  maxWaiting: integer(`${prefix}_MAX_WAITING`, {
    default: 100,
    min: 0,
    max: 10_000,
    unit: 'requests',
    meaning: 'Maximum number of requests that wait for a connection; more get 503 `busy` at once.',
  }),
  waitMs: milliseconds(`${prefix}_WAIT_MS`, {
    default: 5_000,
    min: 10,
    max: 60_000,
    meaning: 'Maximum time that a request waits in that queue; then 503 `busy`.',
  }),
  unread: UNREAD_SETTINGS,
  access: ACCESS_SETTINGS,
  publicUrl: PUBLIC_URL,
});
