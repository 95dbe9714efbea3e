import {
  LOG_LEVELS,
  WRITE_TIMEOUT_MS,
  anyText,
  oneOf,
  readEnv,
  wholeNumber,
  type Env,
  type EnvReader,
} from '@sluice/runtime';

/** Bounds of the server, and where it listens. Times are milliseconds. */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Longest wait for a request's headers; then 408. */
  readonly headersTimeoutMs: number;
  /** Longest wait for a whole request; then 408. */
  readonly requestTimeoutMs: number;
  /** Longest time in which a client reads nothing of a response that waits to be sent; then its connection is closed. */
  readonly writeTimeoutMs: number;
  /** How long an idle connection is kept. Longer than the proxy's own, or it meets closed connections. */
  readonly keepAliveMs: number;
  /** Most open connections; more are closed at once. */
  readonly maxConnections: number;
  /** Longest time requests under way are given to finish at a stop. */
  readonly shutdownMs: number;
}

const DEFAULT_SERVER: ServerConfig = {
  host: '0.0.0.0',
  port: 8_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  writeTimeoutMs: WRITE_TIMEOUT_MS,
  keepAliveMs: 65_000,
  maxConnections: 2_000,
  shutdownMs: 15_000,
};

/** Settings of the process around a management service. */
export interface ProcessConfig<Service> {
  readonly service: Service;
  readonly server: ServerConfig;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/**
 * Reads a service's settings and those of its process; every problem is reported at once as a `ConfigError`.
 * @param own defaults of the server that are the service's own
 */
export function readProcessConfig<Service>(
  env: Env,
  readService: (reader: EnvReader) => Service,
  own: Partial<ServerConfig> = {},
): ProcessConfig<Service> {
  const reader = readEnv(env);
  const { get } = reader;
  const defaults = { ...DEFAULT_SERVER, ...own };
  const whole = (name: string, fallback: number, min: number, max: number): number =>
    get(name, fallback, wholeNumber(min, max));
  const port = whole('PORT', defaults.port, 0, 65_535);
  const config: ProcessConfig<Service> = {
    service: readService(reader),
    server: {
      host: get('HOST', defaults.host, anyText),
      port,
      headersTimeoutMs: whole('HEADERS_TIMEOUT_MS', defaults.headersTimeoutMs, 100, 600_000),
      requestTimeoutMs: whole('REQUEST_TIMEOUT_MS', defaults.requestTimeoutMs, 100, 3_600_000),
      writeTimeoutMs: whole('WRITE_TIMEOUT_MS', defaults.writeTimeoutMs, 100, 600_000),
      keepAliveMs: whole('KEEP_ALIVE_MS', defaults.keepAliveMs, 1_000, 3_600_000),
      maxConnections: whole('MAX_CONNECTIONS', defaults.maxConnections, 1, 1_000_000),
      shutdownMs: whole('SHUTDOWN_MS', defaults.shutdownMs, 0, 600_000),
    },
    adminHost: get('ADMIN_HOST', '127.0.0.1', anyText),
    adminPort: whole('ADMIN_PORT', port === 0 ? 0 : port + 1, 0, 65_535),
    logLevel: get('LOG_LEVEL', 'info', oneOf(...LOG_LEVELS)),
  };
  reader.finish();
  return config;
}
