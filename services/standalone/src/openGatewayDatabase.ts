import { createDatabase, findProjectedKey, ledgerSeed, storeAcknowledged } from '@sluice/db';
import type { GatewayDatabase } from '@sluice/gateway';
import { poolDefaults, type Logger } from '@sluice/runtime';

/** What a gateway asks and tells the database, on connections of their own. */
export interface GatewayDatabasePool extends GatewayDatabase {
  readonly close: () => Promise<void>;
}

/** Keys that Redis does not know, the first batch of an organization and a note every two seconds need one connection, nobody else. */
const POOL_SIZE = 4;

/**
 * Answers or gives up in time for the gateway to say 503 before its clients stop waiting (5 s): neither waits for what
 * else this process does with the database, nor for a database that is away.
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
