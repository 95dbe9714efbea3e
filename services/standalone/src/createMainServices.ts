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
import path from 'node:path';
import type { StandaloneConfig } from './config.js';
import type { ServerUrls } from './workers/protocol.js';

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
  { dataDir, logLevel, port, services }: StandaloneConfig,
): MainServices {
  const { databaseUrl, redisUrl, redisQueueUrl } = urls;
  const common = { metrics, clock: systemClock };
  const monitor = createBacklogMonitor(
    { ...common, redisUrl, queueRedisUrl: redisQueueUrl, logger: createLogger('backlog-monitor', logLevel) },
    services.monitor,
  );
  const gatewayLogger = createLogger('gateway', logLevel);
  const lookUps = openGatewayDatabase(databaseUrl, poolDefaults('gateway', { logger: gatewayLogger, metrics }));
  const api = createApi(
    { ...common, logger: createLogger('api', logLevel) },
    { ...services.api, databaseUrl, redisUrl },
  );
  const { scratchDirectory = path.join(dataDir, 'uploads') } = services.sourcemaps;
  const sourcemaps = createSourcemaps(
    { ...common, logger: createLogger('sourcemaps', logLevel) },
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
