import { storeRefusals, type Database } from '@sluice/db';
import type { LedgerView } from '@sluice/redis';

/** Refusals of one organization as they were last stored: a count by row, and the epoch and hour they belong to. */
export interface RolledUp {
  readonly epoch: string;
  /** The current hour of that time, hours since 1970. */
  readonly hour: number;
  readonly counts: ReadonlyMap<string, number>;
}

type Refusal = LedgerView['refusals'][number];

const rowKey = ({ projectId, type, outcome, reason, hour }: Refusal): string =>
  [projectId, type, outcome, reason, hour].join('/');

/**
 * Brings a ledger's refusals into usage, as absolute values of its epoch, so that repeating it changes nothing. Only
 * rows that moved since `last` are written; the first time in an hour all are, in case another housekeeper, whose lock
 * was lost, wrote older ones. Resolves with what is now stored; pass it to the next call.
 * @param hour the current one
 */
export async function rollUpRefusals(
  db: Database,
  ledger: LedgerView,
  hour: number,
  last: RolledUp | undefined,
): Promise<RolledUp> {
  const { epoch, refusals } = ledger;
  const known = last?.epoch === epoch && last.hour === hour ? last.counts : undefined;
  // What is not known may be stored as anything, so a 0 is written too.
  const moved = refusals.filter((refusal) => refusal.count !== known?.get(rowKey(refusal)));
  if (moved.length > 0) await storeRefusals(db, epoch, moved);
  return { epoch, hour, counts: new Map(refusals.map((refusal) => [rowKey(refusal), refusal.count])) };
}
