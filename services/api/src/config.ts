import { LOG_LEVELS, anyText, oneOf, readEnv, urlOf, wholeNumber, type Env } from '@sluice/runtime';

/** Settings of the read API. Times are milliseconds. */
export interface ApiConfig {
  /** The database that is read; settings and keys are written there too. */
  readonly databaseUrl: string;
  /** Connections, and with them requests that are answered at once. Each may keep one core of PostgreSQL busy. */
  readonly poolSize: number;
  /** Longest time of one statement; then 503 `too_slow`. Keeps one heavy question from starving the rest. */
  readonly statementMs: number;
  /** Longest wait for a connection to PostgreSQL; then 503 `unavailable`. */
  readonly connectMs: number;
  /** Most requests that wait for their turn; more get 503 `busy` at once. */
  readonly maxWaiting: number;
  /** Longest wait for a turn; then 503 `busy`. */
  readonly waitMs: number;
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
  publicUrl: undefined,
};

/** Bounds of the server, and where it listens. Times are milliseconds. */
export interface ApiServerConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Longest wait for a request's headers; then 408. */
  readonly headersTimeoutMs: number;
  /** Longest wait for a whole request; then 408. */
  readonly requestTimeoutMs: number;
  /** How long an idle connection is kept. Longer than the proxy's own, or it meets closed connections. */
  readonly keepAliveMs: number;
  /** Most open connections; more are closed at once. */
  readonly maxConnections: number;
  /** Longest time requests under way are given to finish at a stop. */
  readonly shutdownMs: number;
}

const DEFAULT_SERVER: ApiServerConfig = {
  host: '0.0.0.0',
  port: 8_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 65_000,
  maxConnections: 2_000,
  shutdownMs: 15_000,
};

/** Settings of the process around the read API. */
export interface ApiProcessConfig {
  readonly api: ApiConfig;
  readonly server: ApiServerConfig;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Reads the settings from the environment; every problem is reported at once as a `ConfigError`. */
export function readApiConfig(env: Env): ApiProcessConfig {
  const reader = readEnv(env);
  const { get } = reader;
  const whole = (name: string, fallback: number, min: number, max: number): number =>
    get(name, fallback, wholeNumber(min, max));
  const port = whole('PORT', DEFAULT_SERVER.port, 0, 65_535);
  const config: ApiProcessConfig = {
    api: {
      databaseUrl: get('DATABASE_URL', DEFAULT_API_CONFIG.databaseUrl, urlOf('postgres', 'postgresql')),
      poolSize: whole('API_POOL_SIZE', DEFAULT_API_CONFIG.poolSize, 1, 200),
      statementMs: whole('API_STATEMENT_MS', DEFAULT_API_CONFIG.statementMs, 100, 600_000),
      connectMs: whole('API_CONNECT_MS', DEFAULT_API_CONFIG.connectMs, 100, 60_000),
      maxWaiting: whole('API_MAX_WAITING', DEFAULT_API_CONFIG.maxWaiting, 0, 10_000),
      waitMs: whole('API_WAIT_MS', DEFAULT_API_CONFIG.waitMs, 10, 60_000),
      publicUrl: get('PUBLIC_URL', DEFAULT_API_CONFIG.publicUrl, urlOf('http', 'https')),
    },
    server: {
      host: get('HOST', DEFAULT_SERVER.host, anyText),
      port,
      headersTimeoutMs: whole('HEADERS_TIMEOUT_MS', DEFAULT_SERVER.headersTimeoutMs, 100, 600_000),
      requestTimeoutMs: whole('REQUEST_TIMEOUT_MS', DEFAULT_SERVER.requestTimeoutMs, 100, 600_000),
      keepAliveMs: whole('KEEP_ALIVE_MS', DEFAULT_SERVER.keepAliveMs, 1_000, 3_600_000),
      maxConnections: whole('MAX_CONNECTIONS', DEFAULT_SERVER.maxConnections, 1, 1_000_000),
      shutdownMs: whole('SHUTDOWN_MS', DEFAULT_SERVER.shutdownMs, 0, 600_000),
    },
    adminHost: get('ADMIN_HOST', '127.0.0.1', anyText),
    adminPort: whole('ADMIN_PORT', port === 0 ? 0 : port + 1, 0, 65_535),
    logLevel: get('LOG_LEVEL', 'info', oneOf(...LOG_LEVELS)),
  };
  reader.finish();
  return config;
}
