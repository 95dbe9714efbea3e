import { storeRefusals, type Database } from '@sluice/db';
import type { LedgerView } from '@sluice/redis';

/** Refusals of one organization as last stored: count by row, with epoch and hour. */
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
 * Stores a ledger's refusals in usage as absolute values of its epoch; repeating it changes nothing. Writes only the
 * rows that changed since `last`, and all of them the first time in an hour, in case another process that lost its lock
 * wrote older values. Resolves with the stored refusals for the next call.
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
  // The stored value of an unknown row may differ from 0, so 0 is written, too.
  const moved = refusals.filter((refusal) => refusal.count !== known?.get(rowKey(refusal)));
  if (moved.length > 0) await storeRefusals(db, epoch, moved);
  return { epoch, hour, counts: new Map(refusals.map((refusal) => [rowKey(refusal), refusal.count])) };
}
