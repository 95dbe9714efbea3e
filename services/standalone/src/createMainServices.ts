import { createApi, isDashboardRequest } from '@sluice/api';
import { createBacklogMonitor } from '@sluice/backlog-monitor';
import { createGateway, openGatewayDatabase, type Gateway } from '@sluice/gateway';
import {
  composeComponents,
  createLogger,
  poolDefaults,
  systemClock,
  type Component,
  type HealthCheck,
  type Metrics,
  type Tracing,
} from '@sluice/runtime';
import { createSourcemaps, requestTimeoutOf, SOURCEMAPS_ADDRESSES } from '@sluice/sourcemaps-service';
import { availableParallelism, setPriority } from 'node:os';
import path from 'node:path';
import type { StandaloneConfig } from './config.js';
import { shareCores } from './shareCores.js';
import type { ServerUrls } from './workers/protocol.js';

/** Steps of `nice`; ten would let ingestion leave almost nothing to reads. */
const READ_NICENESS = 5;

/** Lets a backend of the embedded PostgreSQL that answers reads or stores source maps run after ingestion, which shares its cores. */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, READ_NICENESS);
  } catch {
    // It has ended, or belongs to a user whom this one may not slow down: then it runs as before.
  }
}

/** Dependencies of the services. */
export interface MainServicesDeps {
  readonly urls: ServerUrls;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

/** The running services of the main process. */
export interface MainServices extends Component {
  /** The public port, after the start. */
  readonly port: () => number;
  readonly checks: readonly HealthCheck[];
}

/**
 * The services of the main process. The monitor starts first, so that the gateway finds its heartbeat; source maps and the
 * read API, which listen through the gateway, before it.
 */
export function createMainServices(
  { urls, metrics, tracing }: MainServicesDeps,
  { dataDir, logLevel, port, services: configured, databaseUrl: externalDatabase }: StandaloneConfig,
): MainServices {
  const isShared = externalDatabase === undefined;
  const services = isShared ? shareCores(configured, availableParallelism()) : configured;
  const { databaseUrl, redisUrl, redisQueueUrl } = urls;
  const common = { metrics, clock: systemClock };
  const yielding = isShared ? { onBackend: yieldToOthers } : {};
  const monitor = createBacklogMonitor(
    { ...common, redisUrl, queueRedisUrl: redisQueueUrl, logger: createLogger('backlog-monitor', logLevel) },
    services.monitor,
  );
  const gatewayLogger = createLogger('gateway', logLevel);
  const lookUps = openGatewayDatabase(databaseUrl, poolDefaults('gateway', { logger: gatewayLogger, metrics }));
  const api = createApi(
    { ...common, ...yielding, logger: createLogger('api', logLevel) },
    { ...services.api, databaseUrl, redisUrl },
  );
  const { scratchDirectory = path.join(dataDir, 'uploads') } = services.sourcemaps;
  const sourcemaps = createSourcemaps(
    { ...common, ...yielding, logger: createLogger('sourcemaps', logLevel) },
    { ...services.sourcemaps, databaseUrl, scratchDirectory },
  );
  const mountedHandlers = [
    {
      paths: SOURCEMAPS_ADDRESSES,
      handler: sourcemaps.handler,
      requestTimeoutMs: requestTimeoutOf(services.sourcemaps),
    },
    { paths: /^\/api\/0(?:\/|$)/, handler: api.handler },
    { paths: /^\//, isFor: isDashboardRequest, handler: api.handler },
  ];
  const { spoolDir = path.join(dataDir, 'spool') } = services.gateway;
  const gateway: Gateway = createGateway(
    { ...common, tracing, database: lookUps, logger: gatewayLogger, mountedHandlers },
    { ...services.gateway, port, redisUrl, redisQueueUrl, spoolDir },
  );
  const all = composeComponents(
    [
      { name: 'lookups', start: () => Promise.resolve(), stop: lookUps.close },
      { name: 'backlog-monitor', start: monitor.start, stop: monitor.stop },
      { name: 'api', start: api.start, stop: api.stop },
      { name: 'sourcemaps', start: sourcemaps.start, stop: sourcemaps.stop },
      { name: 'gateway', start: gateway.start, stop: gateway.stop },
    ],
    createLogger('standalone', logLevel),
  );
  const checks = [...gateway.checks, ...monitor.checks, ...api.checks, ...sourcemaps.checks];
  return { ...all, port: gateway.port, checks };
}
