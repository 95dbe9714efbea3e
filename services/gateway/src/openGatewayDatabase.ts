import { createDatabase, findProjectedKey } from '@sluice/db';
import {
  ledgerSeed,
  storeAcknowledged,
  storeRefusedKeys,
  storeRefusedOrigins,
  storeRefusedSamples,
  storeSdkCounts,
} from '@sluice/accounting';
import type { PoolDefaults } from '@sluice/runtime';
import type { GatewayDatabase } from './gatewayDeps.js';

/** The gateway's queries, on a separate pool. */
export interface GatewayDatabasePool extends GatewayDatabase {
  readonly close: () => Promise<void>;
}

/** Connections are needed for keys that Redis does not have, new ledgers and acknowledged counts only. */
const POOL_SIZE = 4;

/**
 * Returns a pool whose queries end early enough for the gateway to send 503 before its clients time out (5 s). They
 * wait neither for other queries of this process nor for an unavailable database.
 */
export function openGatewayDatabase(url: string, pool: PoolDefaults): GatewayDatabasePool {
  const db = createDatabase({ ...pool, url, poolSize: POOL_SIZE, connectMs: 1_000, statementMs: 2_000 });
  return {
    findKey: async (key) => (await findProjectedKey(db, key))?.project,
    storeAcknowledged: (gateway, counts) => storeAcknowledged(db, gateway, counts),
    storeRefusedOrigins: (gateway, counts) => storeRefusedOrigins(db, gateway, counts),
    storeRefusedKeys: (gateway, counts) => storeRefusedKeys(db, gateway, counts),
    storeSdkCounts: (gateway, counts) => storeSdkCounts(db, gateway, counts),
    storeRefusedSamples: (samples) => storeRefusedSamples(db, samples),
    ledgerSeed: (organizationId, nowMs) => ledgerSeed(db, organizationId, undefined, nowMs),
    close: db.close,
  };
}
