import { createDatabase, findProjectedKey, ledgerSeed, storeAcknowledged, type Database } from '@sluice/db';
import {
  composeComponents,
  createAdminServer,
  createLogger,
  createMetrics,
  runProcess,
  systemClock,
} from '@sluice/runtime';
import { readGatewayConfig } from './config.js';
import { createGateway } from './createGateway.js';
import type { GatewayDatabase } from './gatewayDeps.js';

/** Connections to Postgres: keys that Redis does not know and the first batch of an organization need one, nobody else. */
const POOL_SIZE = 4;

const databaseOf = (db: Database): GatewayDatabase => ({
  findKey: async (key) => {
    const found = await findProjectedKey(db, key);
    return found === undefined ? undefined : found.project;
  },
  storeAcknowledged: (gateway, counts) => storeAcknowledged(db, gateway, counts),
  ledgerSeed: (organizationId, nowMs) => ledgerSeed(db, organizationId, undefined, nowMs),
});

const logger = createLogger('gateway');

runProcess(logger, () => {
  const config = readGatewayConfig(process.env);
  logger.level = config.logLevel;
  logger.info({ settings: withoutSecrets(config.gateway) }, 'effective settings');
  const metrics = createMetrics(true);
  const db = createDatabase({
    url: config.databaseUrl,
    poolSize: POOL_SIZE,
    applicationName: 'sluice-gateway',
    connectMs: 1_000,
    statementMs: 2_000,
  });
  const gateway = createGateway({ database: databaseOf(db), logger, metrics, clock: systemClock }, config.gateway);
  let isStopping = false;
  const admin = createAdminServer(
    { host: config.adminHost, port: config.adminPort },
    { checks: gateway.checks, metrics: () => metrics.metrics(), isStopping: () => isStopping },
  );
  const whole = composeComponents(
    [
      { name: 'postgres', start: () => Promise.resolve(), stop: db.close },
      { name: 'admin', ...admin },
      { name: 'gateway', ...gateway },
    ],
    logger,
  );
  return {
    start: async () => {
      await whole.start();
      logger.info({ port: gateway.port(), adminPort: admin.port() }, 'listening');
    },
    stop: () => {
      isStopping = true;
      return whole.stop();
    },
  };
});

/** Settings for the log: a password in a URL stays out of it. */
function withoutSecrets(settings: object): Record<string, unknown> {
  const hide = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/\/\/[^@/]*@/, '//…@') : value);
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, hide(value)]));
}
