import { monthOf, POOLS, startOfHour } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { monthTotals } from '@sluice/accounting';
import type { Allowance, LedgerView } from '@sluice/redis';

/**
 * Sets each pool's month to the stored events up to a drained hour plus the permissions after it. Events that were
 * charged and never published (a gateway died, a batch was not sent again) are thereby refunded.
 * Resolves with false if the ledger rejects it: it changed, or does not have the hours since.
 */
export async function reanchorMonths(
  db: Database,
  allowance: Allowance,
  organizationId: string,
  { ledger, throughHour }: { readonly ledger: LedgerView; readonly throughHour: number },
): Promise<boolean> {
  const month = monthOf(startOfHour(throughHour));
  const stored = await monthTotals(db, organizationId, month, throughHour);
  const counted = new Set(ledger.months.filter((entry) => entry.month === month).map(({ pool }) => pool));
  const pools = POOLS.filter((pool) => stored[pool] > 0 || counted.has(pool));
  const anchored = await Promise.all(
    pools.map((pool) =>
      allowance.reanchor(organizationId, ledger.epoch, { pool, month, throughHour, storedTotal: stored[pool] }),
    ),
  );
  return anchored.every(Boolean);
}
