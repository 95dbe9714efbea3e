import { storeRefusals, type Database } from '@sluice/db';
import type { LedgerView } from '@sluice/redis';

/** Refusals of one organization as they were last stored: a count by row, and the epoch they belong to. */
export interface RolledUp {
  readonly epoch: string;
  readonly counts: ReadonlyMap<string, number>;
}

type Refusal = LedgerView['refusals'][number];

const rowKey = ({ projectId, type, outcome, reason, hour }: Refusal): string =>
  [projectId, type, outcome, reason, hour].join('/');

/**
 * Brings a ledger's refusals into usage, as absolute values of its epoch, so that repeating it changes nothing. Only
 * rows that moved since `last` are written. Resolves with what is now stored; pass it to the next call.
 */
export async function rollUpRefusals(db: Database, ledger: LedgerView, last: RolledUp | undefined): Promise<RolledUp> {
  const known = last?.epoch === ledger.epoch ? last.counts : new Map<string, number>();
  const moved = ledger.refusals.filter((refusal) => refusal.count !== (known.get(rowKey(refusal)) ?? 0));
  if (moved.length > 0) await storeRefusals(db, ledger.epoch, moved);
  return { epoch: ledger.epoch, counts: new Map(ledger.refusals.map((refusal) => [rowKey(refusal), refusal.count])) };
}
