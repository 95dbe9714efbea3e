import { createDatabase, findProjectedKey, ledgerSeed, storeAcknowledged } from '@sluice/db';
import type { GatewayDatabase } from '@sluice/gateway';
import { poolDefaults, type Logger } from '@sluice/runtime';

/** The gateway's queries, on a separate pool. */
export interface GatewayDatabasePool extends GatewayDatabase {
  readonly close: () => Promise<void>;
}

/**
 * Only keys that Redis does not know, the first batch of an organization and a note every two seconds need a
 * connection.
 */
const POOL_SIZE = 4;

/**
 * Returns a pool whose queries end early enough for the gateway to send 503 before its clients time out (5 s). They
 * wait neither for other queries of this process nor for an unavailable database.
 */
export function openGatewayDatabase(url: string, logger: Logger): GatewayDatabasePool {
  const db = createDatabase({
    ...poolDefaults('gateway', logger),
    url,
    poolSize: POOL_SIZE,
    connectMs: 1_000,
    statementMs: 2_000,
  });
  return {
    findKey: async (key) => (await findProjectedKey(db, key))?.project,
    storeAcknowledged: (gateway, counts) => storeAcknowledged(db, gateway, counts),
    ledgerSeed: (organizationId, nowMs) => ledgerSeed(db, organizationId, undefined, nowMs),
    close: db.close,
  };
}
