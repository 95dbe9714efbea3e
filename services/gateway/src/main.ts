import { createDatabase, findProjectedKey, ledgerSeed, storeAcknowledged, type Database } from '@sluice/db';
import { runService, SERVER_PROCESS_SETTINGS } from '@sluice/runtime';
import { GATEWAY_SERVICE_SETTINGS } from './config.js';
import { createGateway } from './createGateway.js';
import type { GatewayDatabase } from './gatewayDeps.js';

/** Connections are needed for keys that Redis does not have, new ledgers and acknowledged counts only. */
const POOL_SIZE = 4;

const databaseOf = (db: Database): GatewayDatabase => ({
  findKey: async (key) => (await findProjectedKey(db, key))?.project,
  storeAcknowledged: (gateway, counts) => storeAcknowledged(db, gateway, counts),
  ledgerSeed: (organizationId, nowMs) => ledgerSeed(db, organizationId, undefined, nowMs),
});

runService(process.env, {
  name: 'gateway',
  process: SERVER_PROCESS_SETTINGS,
  settings: GATEWAY_SERVICE_SETTINGS,
  create: ({ pool, ...context }, config) => {
    const db = createDatabase({
      ...pool,
      url: config.databaseUrl,
      poolSize: POOL_SIZE,
      // Below the clients' timeout of 5 s, so that they get a 503.
      connectMs: 1_000,
      statementMs: 2_000,
    });
    const gateway = createGateway({ ...context, database: databaseOf(db) }, config.gateway);
    const parts = [
      { name: 'database', start: () => Promise.resolve(), stop: db.close },
      { name: 'gateway', ...gateway },
    ];
    return { parts, checks: gateway.checks, port: gateway.port };
  },
});
