import { WRITE_TIMEOUT_MS } from '../closeStalledResponses.js';
import { LOG_LEVELS } from '../logger.js';
import { networkList } from '../networks.js';
import { parseRedisUrl, REDIS_URL_RANGE } from './redisAddress.js';
import { defineSettings, type Settings, type SettingsOf } from './defineSettings.js';
import {
  choice,
  custom,
  Derived,
  integer,
  milliseconds,
  secret,
  serverUrl,
  text,
  url,
  type NumberOptions,
  type Setting,
  type SettingOptions,
} from './setting.js';

const MAX_PORT = 65_535;
const HOUR_MS = 3_600_000;

/** `REDIS_PASSWORD`. */
const REDIS_PASSWORD = secret('REDIS_PASSWORD', {
  default: '',
  meaning: 'Password of `REDIS_URL` and `REDIS_QUEUE_URL`, where the URL contains none.',
});

/** `REDIS_URL` or `REDIS_QUEUE_URL`. */
export const redisUrlSetting = <D extends string | undefined>(
  env: 'REDIS_URL' | 'REDIS_QUEUE_URL',
  options: SettingOptions<D>,
): Setting<string | D> =>
  serverUrl(env, { syntax: { range: REDIS_URL_RANGE, parse: redisUrl }, password: REDIS_PASSWORD, ...options });

function redisUrl(text: string): string {
  parseRedisUrl(text);
  return text;
}

/** `REDIS_URL` of a service. */
export const REDIS_URL = redisUrlSetting('REDIS_URL', {
  default: 'redis://127.0.0.1:6379',
  meaning:
    'Redis with allowances, projected settings and batch records: one server, a cluster, or a master that sentinels know.',
});

/** `REDIS_QUEUE_URL` of a service. */
export const REDIS_QUEUE_URL = redisUrlSetting('REDIS_QUEUE_URL', {
  default: new Derived('`REDIS_URL`', (get) => get(REDIS_URL)),
  meaning: 'Redis with the queues; also a cluster or a master that sentinels know.',
});

/** `QUEUE_SHARDS`. */
export const QUEUE_SHARDS = integer('QUEUE_SHARDS', {
  default: 1,
  min: 1,
  max: 1_024,
  meaning:
    'Number of queue shards that the first gateway records in Redis. Afterwards the recorded number counts, and `sluice shards set` changes it while processes run; a process whose number was never recorded refuses to start. docs/operations.md says when to add shards.',
});

/** `RECEIPT_HOURS`. */
export const RECEIPT_HOURS = integer('RECEIPT_HOURS', {
  default: 72,
  min: 1,
  max: 8_760,
  unit: 'hours',
  meaning:
    'Age at which workers dead-letter a part as `expired`. Housekeeping keeps receipts one hour longer. Workers and housekeeping must use the same number.',
});

/** `MAX_EVENT_AGE_HOURS`. */
export const MAX_EVENT_AGE_HOURS = integer('MAX_EVENT_AGE_HOURS', {
  default: 24,
  min: 1,
  max: 8_760,
  unit: 'hours',
  meaning:
    'Greatest age of an event at its arrival. An older one, of a device with a wrong clock, is ordered by its arrival; its `timestamp` is stored as sent. The clocks of a trace or replay whose times are further apart count as wrong. Workers, housekeeping and the API must use the same number.',
});

/** `PARTITION_INTERVAL`. */
export const PARTITION_INTERVAL = choice('PARTITION_INTERVAL', {
  words: ['hour', 'day'],
  default: 'day',
  meaning:
    'Width of an event partition. `hour` suits more than about 100 million events per day. All processes must use the same one.',
});

/** `TRUSTED_PROXIES`. */
export const TRUSTED_PROXIES = custom('TRUSTED_PROXIES', {
  default: [] as readonly string[],
  defaultText: '',
  range: 'addresses and CIDR blocks, separated by commas',
  parse: networkList,
  meaning:
    "Proxies whose `X-Forwarded-For` is trusted. If empty, the client is the socket's peer, and all clients behind a proxy count as one.",
});

/** `PUBLIC_URL`. */
export const PUBLIC_URL = url('PUBLIC_URL', {
  schemes: ['http', 'https'],
  default: undefined,
  meaning:
    'Base URL under which clients reach the service; shown in DSNs and in the links of emails. If unset, DSNs show the base URL of the request, and no emails are sent.',
});

/** `SMTP_URL`. */
export const SMTP_URL = secret('SMTP_URL', {
  default: '',
  meaning:
    'Mail server: `smtp://user:password@host:587` or `smtps://…`. Needs `PUBLIC_URL`, where links in emails lead. Without both, no emails are sent: the link of an invitation is shown to the member who makes it, and alerts for members are only in their inbox.',
});

/** `MAIL_FROM`. */
export const MAIL_FROM = text('MAIL_FROM', { default: 'Sluice <sluice@localhost>', meaning: 'Sender of emails.' });

/** `PORT`. */
export const PORT = integer('PORT', {
  default: 8_000,
  min: 0,
  max: MAX_PORT,
  meaning: 'Public port. 0 means any free port.',
});

/** `SHUTDOWN_MS`. @param fallback default in milliseconds */
const shutdownSetting = (fallback: number): Setting<number> =>
  milliseconds('SHUTDOWN_MS', {
    default: fallback,
    min: 0,
    max: 600_000,
    meaning: 'Maximum time that requests in progress get to finish when the process stops.',
  });

/** Settings of an HTTP server that both gateways and management services have. Times are milliseconds. */
export const httpServerFields = ({ maxConnections, shutdownMs }: { maxConnections: number; shutdownMs: number }) => ({
  host: text('HOST', { default: '0.0.0.0', meaning: 'Address that the public port listens on.' }),
  port: PORT,
  headersTimeoutMs: milliseconds('HEADERS_TIMEOUT_MS', {
    default: 10_000,
    min: 100,
    max: 600_000,
    meaning: "Maximum wait for a request's headers; then 408.",
  }),
  writeTimeoutMs: milliseconds('WRITE_TIMEOUT_MS', {
    default: WRITE_TIMEOUT_MS,
    min: 100,
    max: 600_000,
    meaning: 'Maximum time in which a client reads nothing of a pending response; then its connection is closed.',
  }),
  keepAliveMs: milliseconds('KEEP_ALIVE_MS', {
    default: 65_000,
    min: 1_000,
    max: HOUR_MS,
    meaning:
      "How long an idle connection is kept. It must be longer than the proxy's; otherwise the proxy uses connections that are closed.",
  }),
  maxConnections: integer('MAX_CONNECTIONS', {
    default: maxConnections,
    min: 1,
    max: 1_000_000,
    unit: 'connections',
    meaning: 'Maximum number of open connections; further ones are closed at once.',
  }),
  shutdownMs: shutdownSetting(shutdownMs),
});

/** `LOG_LEVEL`. @param level default */
export const logLevelSetting = (level: (typeof LOG_LEVELS)[number] = 'info'): Setting<(typeof LOG_LEVELS)[number]> =>
  choice('LOG_LEVEL', { words: LOG_LEVELS, default: level, meaning: 'Lowest level that is logged.' });

/** Default of the admin port of a process with a public port. */
export const ADJACENT_PORT = new Derived('`PORT` + 1, or 0 if `PORT` is 0', (get) => {
  const port = get(PORT);
  if (port === 0) return 0;
  return port === MAX_PORT ? port - 1 : port + 1;
});

/** `ADMIN_PORT`. */
export const adminPortSetting = (options: Omit<NumberOptions<number>, 'min' | 'max'>): Setting<number> =>
  integer('ADMIN_PORT', { min: 0, max: MAX_PORT, ...options });

/** `BUILD_COMMIT`. */
export const BUILD_COMMIT = text('BUILD_COMMIT', {
  default: '',
  meaning: 'Commit that the build was made from; shown by `sluice_build_info`. The image sets it.',
});

/** Settings of traces of Sluice itself. */
export const TRACES_FIELDS = {
  tracesEndpoint: url('TRACES_ENDPOINT', {
    schemes: ['http', 'https'],
    default: undefined,
    meaning:
      'URL at which a collector accepts traces of Sluice itself (OTLP over HTTP), such as `http://collector:4318/v1/traces`. If unset, nothing is traced.',
  }),
  tracesOneIn: integer('TRACES_ONE_IN', {
    default: 1_000,
    min: 1,
    max: 1_000_000,
    unit: 'requests',
    meaning:
      'One of this many requests to a gateway is traced, through its queue to the commit. To try it, set 1: each request is traced.',
  }),
};

const processFields = (adminPort: number | Derived<number>) => ({
  adminHost: text('ADMIN_HOST', {
    default: '127.0.0.1',
    meaning:
      'Address that the admin port listens on. The port has no authentication: open it to a private network only.',
  }),
  adminPort: adminPortSetting({
    default: adminPort,
    meaning: 'Port of `/healthz`, `/readyz` and `/metrics`. 0 means any free port.',
  }),
  logLevel: logLevelSetting(),
  buildCommit: BUILD_COMMIT,
  ...TRACES_FIELDS,
});

/** Settings that every process has. */
export interface ProcessConfig extends SettingsOf<typeof PROCESS_SETTINGS> {
  /** `DRAIN_MS` of a process with a public port. */
  readonly drainMs?: number;
}

/** {@link ProcessConfig} of a service without a public port. */
export const PROCESS_SETTINGS = defineSettings(processFields(8_001));

/** {@link ProcessConfig} of a service with a public port: the admin port follows it. */
export const SERVER_PROCESS_SETTINGS: Settings<ProcessConfig> = defineSettings({
  ...processFields(ADJACENT_PORT),
  drainMs: milliseconds('DRAIN_MS', {
    default: 5_000,
    min: 0,
    max: 600_000,
    meaning:
      'Time after SIGTERM in which `/readyz` fails and the public port stays open, so that load balancers send new requests elsewhere; then `SHUTDOWN_MS` begins. It must be longer than a load balancer needs to notice. Not used after SIGINT and by `npm start`.',
  }),
});
