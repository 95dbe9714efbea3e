import { HOUR_MS } from '@sluice/contract';
import { defineSettings, httpServerFields, milliseconds, type SettingsOf } from '@sluice/runtime';

/** Where the server of a management service listens, and its limits. Times are milliseconds. */
export type ServerConfig = SettingsOf<typeof SERVER_SETTINGS>;

/** Settings of {@link ServerConfig}. */
export const SERVER_SETTINGS = defineSettings({
  ...httpServerFields({ maxConnections: 2_000, shutdownMs: 15_000 }),
  requestTimeoutMs: milliseconds('REQUEST_TIMEOUT_MS', {
    default: 30_000,
    min: 100,
    max: HOUR_MS,
    meaning:
      'Maximum wait for a whole request; then 408. The sourcemaps service waits at least as long as an upload may take.',
  }),
});
