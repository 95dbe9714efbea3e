import { ledgerSeed, type Database } from '@sluice/db';
import type { Allowance, LedgerView } from '@sluice/redis';

/**
 * Seeds a ledger that was opened while PostgreSQL was away: adds what the other epochs stored to what it has counted
 * meanwhile. The
 * ledger itself makes sure that it happens once; resolves with whether this call did it.
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
