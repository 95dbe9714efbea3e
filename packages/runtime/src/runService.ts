import { setTimeout as delay } from 'node:timers/promises';
import { createAdminServer } from './adminServer.js';
import { buildInfo } from './buildInfo.js';
import { systemClock, type Clock } from './clock.js';
import { composeComponents, type NamedComponent } from './component.js';
import { exitOnUncaughtError } from './exitOnUncaughtError.js';
import type { HttpServer } from './httpServer.js';
import { ListenError } from './listenError.js';
import { createLogger, type Logger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createReadiness, type HealthCheck } from './readiness.js';
import { readinessGauge } from './readinessGauge.js';
import { ConfigError } from './settings/configError.js';
import { defineSettings, resolveSettings, type Env, type Settings } from './settings/defineSettings.js';
import type { ProcessConfig } from './settings/sharedSettings.js';
import { createTracing } from './tracing/createTracing.js';
import type { Tracing } from './tracing/tracing.js';

/** Exit code of a process whose settings are wrong (`EX_CONFIG`). */
export const EXIT_CONFIG = 78;

/** A process that has not stopped after this many milliseconds, without its drain, is ended. */
const SHUTDOWN_DEADLINE_MS = 30_000;
/** What a service with a public port gets beside the time of its requests. */
const AFTER_REQUESTS_MS = 20_000;

/** What a service gets from its process. */
interface ServiceContext {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly tracing: Tracing;
  /** Spread it into the options of every database pool. */
  readonly pool: PoolDefaults;
}

/** Options that all database pools of a service share. */
export interface PoolDefaults {
  /** `sluice-<service>`, shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Logs a broken idle connection; the pool replaces it. */
  readonly onError: (error: Error) => void;
  /** Receives waits for connections and durations of statements, under the pool's name. */
  readonly metrics: Metrics;
  readonly name: string;
}

/** Returns the {@link PoolDefaults} of the service `name`. */
export const poolDefaults = (
  name: string,
  { logger, metrics }: Pick<ServiceContext, 'logger' | 'metrics'>,
): PoolDefaults => ({
  applicationName: `sluice-${name}`,
  onError: (error) => logger.warn({ err: error }, 'idle database connection lost'),
  metrics,
  name,
});

/** A service ready to start. */
interface ServiceBody {
  /** In order of start; stopped in the reverse order. */
  readonly parts: readonly NamedComponent[];
  /** Readiness of what the service needs. */
  readonly checks: readonly HealthCheck[];
  readonly publicServer?: PublicServer;
}

/** The public server of a service. */
interface PublicServer extends Pick<HttpServer, 'port' | 'drain'> {
  /** `SHUTDOWN_MS`. */
  readonly shutdownMs: number;
}

/** What distinguishes the process of one service from that of another. */
interface ServiceProcess<Config> {
  /** Appears on every log line and, prefixed by `sluice-`, in `pg_stat_activity`. */
  readonly name: string;
  /** `PROCESS_SETTINGS`, or `SERVER_PROCESS_SETTINGS` for a service with a public port. */
  readonly process: Settings<ProcessConfig>;
  readonly settings: Settings<Config>;
  readonly create: (context: ServiceContext, config: Config) => ServiceBody;
}

/**
 * Runs a service as a process; the body of its `main.ts`. Reads all settings, logs the effective ones, serves health and
 * metrics on the admin port from the beginning of the start to the end of the stop, and stops on SIGINT or SIGTERM.
 *
 * A stop has three phases, so that a rolling upgrade loses no request:
 *
 * | phase                    | `/readyz` | public port                                                  |
 * | ------------------------ | --------- | ------------------------------------------------------------ |
 * | drain, for `DRAIN_MS`    | 503       | open; each response closes its connection                    |
 * | stop, for `SHUTDOWN_MS`  | 503       | closed; requests in progress are answered                    |
 * | the rest in order        | 503       | closed                                                       |
 *
 * SIGINT, which comes from a terminal, skips the drain, as does a service without a public port.
 *
 * | event                                      | exit code                                             |
 * | ------------------------------------------ | ----------------------------------------------------- |
 * | clean stop                                 | 0                                                     |
 * | wrong settings                             | 78, after one line on stderr for each problem         |
 * | port in use or not permitted               | 1, after one line on stderr                           |
 * | failed start, uncaught error               | 1, after one log line                                 |
 * | second signal, or no stop within 30 s*     | 1, at once                                            |
 *
 * (*) after the drain; `SHUTDOWN_MS` and 20 s, if that is longer.
 */
export function runService<Config>(env: Env, service: ServiceProcess<Config>): void {
  const logger = createLogger(service.name);
  exitOnUncaughtError(logger, (code) => process.exit(code));
  let component: ServiceComponent;
  try {
    component = composeService(env, service, logger);
  } catch (error) {
    reportFailedStart(logger, error);
    return;
  }
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const drainMs = signal === 'SIGTERM' ? component.drainMs : 0;
    logger.info({ signal, drainMs }, 'stopping');
    setTimeout(() => process.exit(1), drainMs + component.deadlineMs).unref();
    component.stop(drainMs).then(
      () => process.exit(process.exitCode ?? 0),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  component.start().catch((error: unknown) => {
    reportFailedStart(logger, error);
    stop('failed start');
  });
}

/** An error that a person can correct is one line on stderr; any other is logged with its stack. */
function reportFailedStart(logger: Logger, error: unknown): void {
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
  if (error instanceof ConfigError || error instanceof ListenError) process.stderr.write(`${error.message}\n`);
  else logger.fatal({ err: error }, 'cannot start');
}

const NOT_STARTED: HealthCheck = { name: 'start', check: () => Promise.resolve('not finished yet') };

/** All parts of a process. Times are milliseconds. */
interface ServiceComponent {
  readonly start: () => Promise<void>;
  /** Fails readiness, leaves the public port open for `drainMs`, and stops all parts. */
  readonly stop: (drainMs: number) => Promise<void>;
  readonly drainMs: number;
  /** Maximum time of a stop, without the drain. */
  readonly deadlineMs: number;
}

function composeService<Config>(env: Env, service: ServiceProcess<Config>, logger: Logger): ServiceComponent {
  const { name, create } = service;
  const settings = defineSettings({ service: service.settings, process: service.process });
  const { values, effective } = resolveSettings(settings, env);
  const {
    adminHost,
    adminPort,
    logLevel,
    buildCommit: commit,
    drainMs = 0,
    tracesEndpoint,
    tracesOneIn,
  } = values.process;
  logger.level = logLevel;
  logger.info({ settings: effective }, 'effective settings');
  const metrics = createMetrics(true);
  buildInfo(metrics, { service: name, commit });
  const { tracing, ...traces } = createTracing({ service: name, endpoint: tracesEndpoint, oneIn: tracesOneIn, logger });
  const pool = poolDefaults(name, { logger, metrics });
  const context = { logger, metrics, clock: systemClock, tracing, pool };
  const { parts, checks, publicServer } = create(context, values.service);
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  const readiness = createReadiness({
    get checks() {
      return phase === 'starting' ? [NOT_STARTED, ...checks] : checks;
    },
    isStopping: () => phase === 'stopping',
  });
  readinessGauge(metrics, readiness);
  const admin = createAdminServer(
    { host: adminHost, port: adminPort },
    { readiness, metrics: () => metrics.metrics() },
  );
  const all = composeComponents(
    [{ name: 'admin', start: admin.start, stop: admin.stop }, { name: 'traces', ...traces }, ...parts],
    logger,
  );
  return {
    start: async () => {
      await all.start();
      if (phase === 'starting') phase = 'running';
      logger.info({ port: publicServer?.port(), adminPort: admin.port() }, 'listening');
    },
    stop: async (forMs) => {
      phase = 'stopping';
      publicServer?.drain();
      if (forMs > 0) await delay(forMs);
      await all.stop();
    },
    drainMs,
    deadlineMs: Math.max(SHUTDOWN_DEADLINE_MS, (publicServer?.shutdownMs ?? 0) + AFTER_REQUESTS_MS),
  };
}
