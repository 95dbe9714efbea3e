import { createBacklogMonitor } from '@sluice/backlog-monitor';
import { findProjectedKey, ledgerSeed, type Database } from '@sluice/db';
import { createGateway, type Gateway, type GatewayDatabase } from '@sluice/gateway';
import {
  composeComponents,
  createLogger,
  systemClock,
  type Component,
  type HealthCheck,
  type Metrics,
} from '@sluice/runtime';
import type { ServicesConfig } from './readServices.js';
import type { StandaloneConfig } from './config.js';
import type { Urls } from './workers/protocol.js';

/** What the front works with. */
export interface FrontDeps {
  readonly db: Database;
  readonly urls: Urls;
  readonly metrics: Metrics;
}

/** What stands before the queues: the gateway and the backlog monitor. */
export interface Front extends Component {
  /** The public port, once started. */
  readonly port: () => number;
  readonly checks: readonly HealthCheck[];
}

/** The services of the main process. The monitor starts first, so that the gateway finds its heartbeat. */
export function createFront(
  { db, urls, metrics }: FrontDeps,
  services: ServicesConfig,
  { logLevel, port }: StandaloneConfig,
): Front {
  const { redisUrl, redisQueueUrl } = urls;
  const common = { metrics, clock: systemClock };
  const monitor = createBacklogMonitor(
    { ...common, redisUrl, queueRedisUrl: redisQueueUrl, logger: createLogger('backlog-monitor', logLevel) },
    services.monitor,
  );
  const gateway: Gateway = createGateway(
    { ...common, database: gatewayDatabase(db), logger: createLogger('gateway', logLevel) },
    { ...services.gateway, port, redisUrl, redisQueueUrl },
  );
  const all = composeComponents(
    [
      { name: 'backlog-monitor', start: monitor.start, stop: monitor.stop },
      { name: 'gateway', start: gateway.start, stop: gateway.stop },
    ],
    createLogger('standalone', logLevel),
  );
  return { ...all, port: gateway.port, checks: [...gateway.checks, ...monitor.checks] };
}

/** The two questions a gateway asks of the database. */
function gatewayDatabase(db: Database): GatewayDatabase {
  return {
    findKey: async (key) => (await findProjectedKey(db, key))?.project,
    ledgerSeed: (organizationId, nowMs) => ledgerSeed(db, organizationId, undefined, nowMs),
  };
}
