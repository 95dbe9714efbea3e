import { POOL_OF, type Pool } from '@sluice/contract';
import type { LedgerSeed } from '../allowance/types.js';
import { hourNumber, monthNumber } from './calendar.js';
import { TYPES, isAnythingProcessed, processedInPool, processedOf, type Charge } from './charge.js';

/** Returns the seed for a ledger of `epoch`, as PostgreSQL would. */
export function seedOf(charges: readonly Charge[], epoch: string | undefined, nowMs: number): LedgerSeed {
  const all = charges.filter(({ stored }) => stored);
  const others = all.filter((charge) => charge.epoch !== epoch);
  const months = others.filter((charge) => charge.month === monthNumber(nowMs));
  const hours = others.filter((charge) => charge.hour >= hourNumber(nowMs) - 2);
  const first = all.filter(isAnythingProcessed);
  const firstOf = (projectId: string): number =>
    Math.min(...first.filter((charge) => charge.projectId === projectId).map(({ ms }) => ms));
  return {
    months: perType(months).map(({ charge, type, count }) => ({ pool: POOL_OF[type], month: charge.month, count })),
    hours: perType(hours).map(({ charge, type, count }) => ({
      projectId: charge.projectId,
      type,
      hour: charge.hour,
      count,
    })),
    firstAccepted: [...new Set(first.map(({ projectId }) => projectId))].map((projectId) => ({
      projectId,
      ms: firstOf(projectId),
    })),
  };
}

const perType = (charges: readonly Charge[]) =>
  charges.flatMap((charge) =>
    TYPES.map((type) => ({ charge, type, count: processedOf(charge, type) })).filter(({ count }) => count > 0),
  );

/** Returns the events of a pool and month stored for hours up to `throughHour`, of any epoch. */
export function storedThrough(charges: readonly Charge[], pool: Pool, month: number, throughHour: number): number {
  return charges
    .filter((charge) => charge.stored && charge.month === month && charge.hour <= throughHour)
    .reduce((sum, charge) => sum + processedInPool(charge, pool), 0);
}
