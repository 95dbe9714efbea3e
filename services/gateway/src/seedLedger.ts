import type { Allowance } from '@sluice/redis';
import type { Clock, Logger } from '@sluice/runtime';
import { before } from './admission/spendAllowance.js';
import type { GatewayDatabase } from './gatewayDeps.js';

/** What seeding needs. */
export interface SeedingDeps {
  readonly allowance: Pick<Allowance, 'seed'>;
  readonly ledgerSeed: GatewayDatabase['ledgerSeed'];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How long Postgres may take before an organization starts with a provisional ledger, in milliseconds. */
const SEED_MS = 1_000;

/**
 * Makes the ledger of an organization out of what Postgres has stored; provisionally, to be seeded later, where Postgres
 * does not answer. Requests that need the same ledger share one seeding.
 */
export function createLedgerSeeder(deps: SeedingDeps): (organizationId: string) => Promise<void> {
  const { allowance, ledgerSeed, clock, logger } = deps;
  const running = new Map<string, Promise<void>>();
  const seed = async (organizationId: string): Promise<void> => {
    const stored = await before(performance.now() + SEED_MS, ledgerSeed(organizationId, clock())).catch(
      (error: unknown) => {
        logger.warn({ organizationId, err: error }, 'PostgreSQL unavailable; ledger starts with provisional values');
        return null;
      },
    );
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
