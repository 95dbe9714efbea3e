import { MAX_INDEX } from '@sluice/contract';
import {
  LOG_LEVELS,
  WRITE_TIMEOUT_MS,
  anyText,
  networkList,
  oneOf,
  readEnv,
  urlOf,
  wholeNumber,
  type Env,
} from '@sluice/runtime';

/** Settings of a gateway. Sizes are bytes, times are milliseconds. */
export interface GatewayConfig {
  /** Address the public port binds to. */
  readonly host: string;
  /** The public port; 0 takes a free one. */
  readonly port: number;
  /** Redis of allowance and settings. */
  readonly redisUrl: string;
  /** Redis of the queues. */
  readonly redisQueueUrl: string;
  /** Lanes of the queues. Every gateway, worker and monitor must agree. */
  readonly lanes: number;
  /** Peers whose `X-Forwarded-For` is believed: addresses and CIDR blocks. Empty: the socket's address counts. */
  readonly trustedProxies: readonly string[];
  /** Largest body on the wire; more is a 413. */
  readonly maxBodyBytes: number;
  /** Largest body after inflating; more is a 413. Each request under way may hold this much. */
  readonly maxDecodedBytes: number;
  /** Most events of a batch; more is a 413. */
  readonly maxEvents: number;
  /** Deepest nesting of a body; more is a 400. */
  readonly maxJsonDepth: number;
  /** Most values and keys of a body, whatever its size; more is a 413. A million take 0.5–2 s of CPU, 64 MB. */
  readonly maxJsonValues: number;
  /** Longest wait for a request's headers; then 408. */
  readonly headersTimeoutMs: number;
  /** Longest wait for a request's body; then 408. While memory is short, bodies below 1 KB/s get 5 s. */
  readonly bodyTimeoutMs: number;
  /** Longest time in which a client reads nothing of a response that waits to be sent; then its connection is closed. */
  readonly writeTimeoutMs: number;
  /** How long an idle connection is kept. Longer than the proxy's own, or it meets closed connections. */
  readonly keepAliveMs: number;
  /** Most open connections; more are closed at once. */
  readonly maxConnections: number;
  /** Most bytes held at a time for requests, bodies and an estimate of what they become; more is a 503. Bounds memory; one project alone may hold 7 of 8 parts. */
  readonly maxBufferedBytes: number;
  /** How long an identical batch is recognized. */
  readonly duplicateWindowMs: number;
  /** How long an ambiguous call to Redis is repeated before the connection is closed. Below the clients' timeout of 5 s. */
  readonly settleMs: number;
  /** Longest time a batch waits to share its publish with others. */
  readonly publishLingerMs: number;
  /** How often changed settings are looked for. In force within 2 s means: well below that. */
  readonly followMs: number;
  /** Most keys whose settings are kept in memory. */
  readonly maxCachedKeys: number;
  /** Most unknown keys remembered. */
  readonly maxUnknownKeys: number;
  /** How long a key is remembered as unknown. */
  readonly unknownKeyMs: number;
  /** How often backlog and memory are looked at. */
  readonly pressureMs: number;
  /** Share of Redis's memory, in percent, from which everything is refused (503). */
  readonly refuseAllPercent: number;
  /** Share of Redis's memory, in percent, from which spans and replays are refused. */
  readonly refuseBulkyPercent: number;
  /** Events of spans and replays waiting from which they are refused while the monitor is dead; again accepted below half. */
  readonly backlogEvents: number;
  /** Longest time requests under way are given to finish at a stop. */
  readonly shutdownMs: number;
  /** Where batches are kept that Redis cannot take: this gateway's alone, on a disk that outlives it. Unset: they get 503. */
  readonly spoolDir: string | undefined;
  /** Most bytes of them; more is a 503. A batch takes what its events take, and about 500 bytes. */
  readonly spoolMaxBytes: number;
}

/** Defaults of every setting; the two Redis URLs point to this machine. */
export const DEFAULT_GATEWAY_CONFIG: GatewayConfig = {
  host: '0.0.0.0',
  port: 8000,
  redisUrl: 'redis://127.0.0.1:6379',
  redisQueueUrl: 'redis://127.0.0.1:6379',
  lanes: 1,
  trustedProxies: [],
  maxBodyBytes: 10 * 1_048_576,
  maxDecodedBytes: 20 * 1_048_576,
  maxEvents: 1_000,
  maxJsonDepth: 1_000,
  maxJsonValues: 1_000_000,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 20_000,
  writeTimeoutMs: WRITE_TIMEOUT_MS,
  keepAliveMs: 65_000,
  maxConnections: 10_000,
  maxBufferedBytes: 256 * 1_048_576,
  duplicateWindowMs: 15 * 60_000,
  settleMs: 3_000,
  publishLingerMs: 10,
  followMs: 400,
  maxCachedKeys: 20_000,
  maxUnknownKeys: 10_000,
  unknownKeyMs: 10_000,
  pressureMs: 1_000,
  refuseAllPercent: 80,
  refuseBulkyPercent: 60,
  backlogEvents: 500_000,
  shutdownMs: 10_000,
  spoolDir: undefined,
  spoolMaxBytes: 1_024 * 1_048_576,
};

/** Settings of the process around a gateway. */
export interface GatewayProcessConfig {
  readonly gateway: GatewayConfig;
  readonly databaseUrl: string;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

const MB = 1_048_576;

/** Reads the settings from the environment; every problem is reported at once as a `ConfigError`. */
export function readGatewayConfig(env: Env): GatewayProcessConfig {
  const reader = readEnv(env);
  const fallback = DEFAULT_GATEWAY_CONFIG;
  const redisUrl = reader.get('REDIS_URL', fallback.redisUrl, urlOf('redis', 'rediss'));
  const port = reader.get('PORT', fallback.port, wholeNumber(0, 65_535));
  const whole = (name: string, value: number, min: number, max: number): number =>
    reader.get(name, value, wholeNumber(min, max));
  const gateway: GatewayConfig = {
    host: reader.get('HOST', fallback.host, anyText),
    port,
    redisUrl,
    redisQueueUrl: reader.get('REDIS_QUEUE_URL', redisUrl, urlOf('redis', 'rediss')),
    lanes: whole('LANES', fallback.lanes, 1, 1_024),
    trustedProxies: reader.get('TRUSTED_PROXIES', fallback.trustedProxies, networkList),
    maxBodyBytes: whole('MAX_BODY_BYTES', fallback.maxBodyBytes, 1_024, 256 * MB),
    maxDecodedBytes: whole('MAX_DECODED_BYTES', fallback.maxDecodedBytes, 1_024, 256 * MB),
    maxEvents: whole('MAX_EVENTS', fallback.maxEvents, 1, MAX_INDEX + 1),
    maxJsonDepth: whole('MAX_JSON_DEPTH', fallback.maxJsonDepth, 70, 1_000),
    maxJsonValues: whole('MAX_JSON_VALUES', fallback.maxJsonValues, 1_000, 100_000_000),
    headersTimeoutMs: whole('HEADERS_TIMEOUT_MS', fallback.headersTimeoutMs, 100, 600_000),
    bodyTimeoutMs: whole('BODY_TIMEOUT_MS', fallback.bodyTimeoutMs, 100, 600_000),
    writeTimeoutMs: whole('WRITE_TIMEOUT_MS', fallback.writeTimeoutMs, 100, 600_000),
    keepAliveMs: whole('KEEP_ALIVE_MS', fallback.keepAliveMs, 1_000, 3_600_000),
    maxConnections: whole('MAX_CONNECTIONS', fallback.maxConnections, 1, 1_000_000),
    maxBufferedBytes: whole('MAX_BUFFERED_BYTES', fallback.maxBufferedBytes, MB, 65_536 * MB),
    duplicateWindowMs: whole('DUPLICATE_WINDOW_MS', fallback.duplicateWindowMs, 1_000, 24 * 3_600_000),
    settleMs: whole('SETTLE_MS', fallback.settleMs, 100, 60_000),
    publishLingerMs: whole('PUBLISH_LINGER_MS', fallback.publishLingerMs, 0, 1_000),
    followMs: whole('FOLLOW_MS', fallback.followMs, 10, 1_500),
    maxCachedKeys: whole('MAX_CACHED_KEYS', fallback.maxCachedKeys, 1, 10_000_000),
    maxUnknownKeys: whole('MAX_UNKNOWN_KEYS', fallback.maxUnknownKeys, 1, 10_000_000),
    unknownKeyMs: whole('UNKNOWN_KEY_MS', fallback.unknownKeyMs, 0, 600_000),
    pressureMs: whole('PRESSURE_MS', fallback.pressureMs, 10, 60_000),
    refuseAllPercent: whole('REFUSE_ALL_PERCENT', fallback.refuseAllPercent, 1, 100),
    refuseBulkyPercent: whole('REFUSE_BULKY_PERCENT', fallback.refuseBulkyPercent, 1, 100),
    backlogEvents: whole('BACKLOG_EVENTS', fallback.backlogEvents, 1, Number.MAX_SAFE_INTEGER),
    shutdownMs: whole('SHUTDOWN_MS', fallback.shutdownMs, 0, 600_000),
    spoolDir: reader.get<string | undefined>('SPOOL_DIR', fallback.spoolDir, anyText),
    spoolMaxBytes: whole('SPOOL_MAX_BYTES', fallback.spoolMaxBytes, MB, 1_048_576 * MB),
  };
  const config: GatewayProcessConfig = {
    gateway,
    databaseUrl: reader.get('DATABASE_URL', 'postgres://sluice@127.0.0.1:5432/sluice', urlOf('postgres', 'postgresql')),
    adminHost: reader.get('ADMIN_HOST', '127.0.0.1', anyText),
    adminPort: whole('ADMIN_PORT', port === 0 ? 0 : port + 1, 0, 65_535),
    logLevel: reader.get('LOG_LEVEL', 'info', oneOf(...LOG_LEVELS)),
  };
  reader.finish();
  return config;
}
