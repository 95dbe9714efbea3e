import { inTransaction, type Database } from '@sluice/db';
import { storeRefusals } from '@sluice/accounting';
import { storeFilterEntries } from './sql/storeFilterEntries.js';
import type { LedgerView } from '@sluice/redis';

/** Refusals of one organization as last stored: count by row, with epoch and hour. */
export interface RolledUp {
  readonly epoch: string;
  /** The current hour of that time, hours since 1970. */
  readonly hour: number;
  readonly counts: ReadonlyMap<string, number>;
  /** The same of the entries of filters. */
  readonly entries: ReadonlyMap<string, number>;
}

type Refusal = LedgerView['refusals'][number];
type Entry = LedgerView['entries'][number];

const rowKey = ({ projectId, type, outcome, reason, hour }: Refusal): string =>
  [projectId, type, outcome, reason, hour].join('/');

const entryKey = ({ projectId, reason, entry, hour }: Entry): string => [projectId, reason, hour, entry].join('/');

/**
 * Stores a ledger's refusals in usage, and those of them that entries of filters caused, as absolute values of its epoch; repeating it changes nothing. Writes only the
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
  const { epoch, refusals, entries } = ledger;
  const known = last?.epoch === epoch && last.hour === hour ? last : undefined;
  // The stored value of an unknown row may differ from 0, so 0 is written, too.
  const moved = refusals.filter((refusal) => refusal.count !== known?.counts.get(rowKey(refusal)));
  const movedEntries = entries.filter((entry) => entry.count !== known?.entries.get(entryKey(entry)));
  if (moved.length + movedEntries.length > 0) {
    // Together: a reader finds entries that add up to the refusals.
    await inTransaction(db, async (tx) => {
      await storeRefusals(tx, epoch, moved);
      await storeFilterEntries(tx, epoch, movedEntries);
    });
  }
  return {
    epoch,
    hour,
    counts: new Map(refusals.map((refusal) => [rowKey(refusal), refusal.count])),
    entries: new Map(entries.map((entry) => [entryKey(entry), entry.count])),
  };
}
