import { API_SETTINGS } from '@sluice/api';
import { BACKLOG_MONITOR_SETTINGS } from '@sluice/backlog-monitor';
import { defaultMaxMemory } from '@sluice/embedded';
import { GATEWAY_SETTINGS } from '@sluice/gateway';
import {
  ADJACENT_PORT,
  BUILD_COMMIT,
  adminPortSetting,
  databaseUrlSetting,
  defineSettings,
  Derived,
  flag,
  logLevelSetting,
  mebibytes,
  PORT,
  readSettings,
  redisUrlSetting,
  text,
  TRACES_FIELDS,
  type Env,
  type SettingsOf,
} from '@sluice/runtime';
import { SOURCEMAPS_SETTINGS } from '@sluice/sourcemaps-service';
import path from 'node:path';
import { WORKERS_SETTINGS } from './workers/createWorkers.js';

const MB = 1_048_576;

/**
 * Settings of the standalone command itself; the services have theirs.
 * @public `scripts/settings-docs.mjs` reads it
 */
export const STANDALONE_SETTINGS = defineSettings({
  port: PORT,
  adminPort: adminPortSetting({
    default: ADJACENT_PORT,
    check: (port, get) => (port !== 0 && port === get(PORT) ? 'must differ from PORT' : undefined),
    meaning: 'Port of `/healthz`, `/readyz` and `/metrics` on the loopback interface. 0 means any free port.',
  }),
  dataDir: text('DATA_DIR', {
    default: '.data',
    meaning:
      'Directory of the embedded databases, logs, `demo.json` and `runtime.json`. One running copy uses it exclusively. A relative path is relative to the checkout.',
  }),
  databaseUrl: databaseUrlSetting({
    default: undefined,
    meaning: 'PostgreSQL database to use instead of the embedded one.',
  }),
  redisUrl: redisUrlSetting('REDIS_URL', {
    default: undefined,
    meaning: 'Redis to use instead of the embedded one.',
  }),
  redisQueueUrl: redisUrlSetting('REDIS_QUEUE_URL', {
    default: undefined,
    meaning: 'Redis for the queues. If unset, they are in the Redis of `REDIS_URL`.',
  }),
  demo: flag('DEMO', { default: true, meaning: 'Whether to create a demo project at the first start.' }),
  install: flag('SLUICE_INSTALL', {
    default: true,
    meaning: "Whether a missing Redis may be installed with the system's package manager.",
  }),
  redisMaxMemoryBytes: mebibytes('REDIS_MAX_MEMORY_MB', {
    default: new Derived('a share of the memory', () => Math.floor(defaultMaxMemory() / MB)),
    min: 16,
    max: MB,
    meaning: 'Memory limit of the embedded Redis. The gateway refuses events well below it.',
  }),
  logLevel: logLevelSetting('warn'),
  buildCommit: BUILD_COMMIT,
  ...TRACES_FIELDS,
});

const SERVICES_SETTINGS = defineSettings({
  api: API_SETTINGS,
  gateway: GATEWAY_SETTINGS,
  monitor: BACKLOG_MONITOR_SETTINGS,
  sourcemaps: SOURCEMAPS_SETTINGS,
});

/** Settings of the services in the main process. The URLs are replaced when the servers run. */
type ServicesConfig = SettingsOf<typeof SERVICES_SETTINGS>;

/** Settings of the standalone command and of the services in its main process. `dataDir` is absolute. */
export interface StandaloneConfig extends SettingsOf<typeof STANDALONE_SETTINGS> {
  readonly services: ServicesConfig;
}

// The worker process reads its settings from the same environment: here they are only checked.
const ALL_SETTINGS = defineSettings({
  standalone: STANDALONE_SETTINGS,
  services: SERVICES_SETTINGS,
  workers: WORKERS_SETTINGS,
});

/**
 * Reads the settings of everything that the command starts. @param root directory that a relative `DATA_DIR` refers to
 * @throws ConfigError with the problems of all settings
 */
export function readStandaloneConfig(env: Env, root: string): StandaloneConfig {
  const { standalone, services } = readSettings(ALL_SETTINGS, env);
  return { ...standalone, dataDir: path.resolve(root, standalone.dataDir), services };
}
