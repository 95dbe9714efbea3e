import type { Allowance } from '@sluice/redis';
import { withTimeout, type Clock, type Logger } from '@sluice/runtime';
import type { GatewayDatabase } from './gatewayDeps.js';

/** Dependencies of seeding. */
export interface SeedingDeps {
  readonly allowance: Pick<Allowance, 'seed'>;
  readonly ledgerSeed: GatewayDatabase['ledgerSeed'];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How long PostgreSQL may take before a ledger is created with provisional values, in milliseconds. */
const SEED_MS = 1_000;

/**
 * Returns a function that creates the ledger of an organization from the counts in PostgreSQL. If PostgreSQL does not answer, the
 * ledger is provisional and seeded later. Concurrent calls for one organization share one seeding.
 */
export function createLedgerSeeder(deps: SeedingDeps): (organizationId: string) => Promise<void> {
  const { allowance, ledgerSeed, clock, logger } = deps;
  const running = new Map<string, Promise<void>>();
  const seed = async (organizationId: string): Promise<void> => {
    const stored = await withTimeout(ledgerSeed(organizationId, clock()), SEED_MS).catch((error: unknown) => {
      logger.warn({ organizationId, err: error }, 'PostgreSQL unavailable; ledger starts with provisional values');
      return null;
    });
    const result = await allowance.seed(organizationId, stored);
    if (result === 'created') logger.info({ organizationId, provisional: stored === null }, 'ledger created');
  };
  return (organizationId) => {
    const known = running.get(organizationId);
    if (known !== undefined) return known;
    const started = seed(organizationId).finally(() => running.delete(organizationId));
    running.set(organizationId, started);
    return started;
  };
}
