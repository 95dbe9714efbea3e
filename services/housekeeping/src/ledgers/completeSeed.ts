import type { Database } from '@sluice/db';
import { ledgerSeed } from '@sluice/accounting';
import type { Allowance, LedgerView } from '@sluice/redis';

/**
 * Seeds a ledger that was created while PostgreSQL was unavailable: adds what other epochs have stored to its own
 * counts. The ledger ensures that this happens once. Resolves with whether this call did it.
 */
export async function completeSeed(
  db: Database,
  allowance: Allowance,
  organizationId: string,
  { ledger, now }: { readonly ledger: LedgerView; readonly now: number },
): Promise<boolean> {
  const seed = await ledgerSeed(db, organizationId, ledger.epoch, now);
  return allowance.completeSeed(organizationId, ledger.epoch, seed);
}
