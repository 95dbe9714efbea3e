import { defaultMaxMemory } from '@sluice/embedded';
import { anyText, ConfigError, flag, LOG_LEVELS, oneOf, readEnv, urlOf, wholeNumber, type Env } from '@sluice/runtime';
import path from 'node:path';

/** Settings of the whole set in one command. Each service's own settings are read by the service. */
export interface StandaloneConfig {
  /** `PORT`: the public port, on all addresses; 0 takes a free one. */
  readonly port: number;
  /** `ADMIN_PORT`: health and metrics, on loopback; the public port's successor when unset, 0 takes a free one. */
  readonly adminPort: number;
  /** `DATA_DIR`, absolute: databases, logs, lock, demo and runtime files. One running copy has it to itself. */
  readonly dataDir: string;
  /** `DATABASE_URL`: a PostgreSQL of yours instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** `REDIS_URL`: a Redis of yours instead of a local one. */
  readonly redisUrl: string | undefined;
  /** `REDIS_QUEUE_URL`: another Redis of yours for the queues; the one above when unset. */
  readonly redisQueueUrl: string | undefined;
  /** `DEMO`: whether a demo project is made once. */
  readonly demo: boolean;
  /** `SLUICE_INSTALL`: whether a missing Redis may be installed with the system's package manager. */
  readonly install: boolean;
  /** `REDIS_MAX_MEMORY_MB`: where the local Redis refuses writes. Gateways refuse events well below it. */
  readonly redisMaxMemoryBytes: number;
  /** `LOG_LEVEL`: what the services log beside the lines meant for people. */
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

const MAX_PORT = 65_535;
const MB = 1_048_576;

/** Reads the settings; throws one `ConfigError` with every problem. @param root what relative paths are relative to */
export function readStandaloneConfig(env: Env, root: string): StandaloneConfig {
  const { get, finish } = readEnv(env);
  const port = get('PORT', 8_000, wholeNumber(0, MAX_PORT));
  const config: StandaloneConfig = {
    port,
    adminPort: get('ADMIN_PORT', neighbour(port), wholeNumber(0, MAX_PORT)),
    dataDir: path.resolve(root, get('DATA_DIR', '.data', anyText)),
    databaseUrl: get<string | undefined>('DATABASE_URL', undefined, urlOf('postgres', 'postgresql')),
    redisUrl: get<string | undefined>('REDIS_URL', undefined, urlOf('redis', 'rediss')),
    redisQueueUrl: get<string | undefined>('REDIS_QUEUE_URL', undefined, urlOf('redis', 'rediss')),
    demo: get('DEMO', true, flag),
    install: get('SLUICE_INSTALL', true, flag),
    redisMaxMemoryBytes: get('REDIS_MAX_MEMORY_MB', Math.floor(defaultMaxMemory() / MB), wholeNumber(16, MB)) * MB,
    logLevel: get('LOG_LEVEL', 'warn', oneOf(...LOG_LEVELS)),
  };
  finish();
  if (port !== 0 && port === config.adminPort) throw new ConfigError(`ADMIN_PORT=${port}: must differ from PORT`);
  return config;
}

function neighbour(port: number): number {
  if (port === 0) return 0;
  return port === MAX_PORT ? port - 1 : port + 1;
}
