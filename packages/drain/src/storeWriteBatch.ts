import { claimReceipts, withSavepoint, type Fold, type Tx } from '@sluice/db';
import { insertDeadLetters, haveDeadLetters, type NewDeadLetter } from '@sluice/dead-letters';
import { addUsage } from '@sluice/accounting';
import type { StoreDefinition, StoreName } from './definition.js';
import { copyStored } from './copyStored.js';
import { deriveAll, type Derived, type DeriveLimits } from './deriveAll.js';
import { faultOf, WriteBatchRejectedError } from './faults.js';
import { eventsOf, isExpired, type PreparedPart, type PreparedRow } from './preparePart.js';
import { withoutErased } from './withoutErased.js';
import { isolateRejected, type RejectedItem } from './isolateRejected.js';

/** Result of a transaction, in events. stored + dead-lettered + skipped + erased is the whole write batch. */
export interface WriteBatchResult extends Derived {
  readonly stored: number;
  /** Events by reason of their dead letter. */
  readonly deadLettered: Readonly<Record<string, number>>;
  /** Events of parts whose receipt existed. */
  readonly skipped: number;
  /** Events of erased users and projects. */
  readonly erased: number;
}

/**
 * Writes a write batch, in this order (if a derivation fails because of the data, 2 and 4 are bisected together after 3):
 *
 * 1. Receipts: a part whose receipt exists is skipped, so that a job may run twice, even concurrently. The receipt of an
 *    expired part may have been dropped, so its events that are dead letters already are skipped as well.
 *    Events that an open erasure covers are left out and counted.
 * 2. Rows by `COPY`. A row that PostgreSQL rejects becomes a dead letter; its neighbors are stored.
 * 3. Usage: every event stored, dead-lettered or erased counts as `processed`, so that the identity of counts always holds.
 * 4. Derived rows last, because workers share them and their locks should be short; project users, which all workers
 *    share, and counts of folded names at the very end.
 *
 * @throws WriteBatchRejectedError if data other than a single row is rejected
 */
export async function storeWriteBatch<Table extends StoreName, Details>(
  tx: Tx,
  definition: StoreDefinition<Table, Details>,
  parts: readonly PreparedPart<Table, Details>[],
  limits: DeriveLimits,
): Promise<WriteBatchResult> {
  const claimed = await claimReceipts(
    tx,
    parts.map((part) => part.receipt),
  );
  const ours = parts.filter((_, position) => claimed[position] === true);
  const fresh = await withoutKnownLetters(tx, ours);
  const skipped = sum(parts.map(eventsOf)) - sum(fresh.map(eventsOf));
  if (fresh.length === 0) return { stored: 0, deadLettered: {}, skipped, erased: 0, ...NOTHING };
  const { parts: kept, erased } = await withoutErased(tx, fresh);
  const written = await rejectionOr(() => withSavepoint(tx, () => storeFresh(tx, definition, kept, limits)));
  if (!(written instanceof WriteBatchRejectedError)) return { ...written, skipped, erased };
  const apart = await rejectionOr(() => withSavepoint(tx, () => storeByBisection(tx, definition, kept, limits)));
  if (apart instanceof WriteBatchRejectedError) throw apart;
  return { ...apart, skipped, erased };
}

/** Returns the result of the attempt, or a refusal as a value. @throws any other error */
async function rejectionOr(attempt: () => Promise<Written>): Promise<Written | WriteBatchRejectedError> {
  try {
    return await attempt();
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === 'other') throw error;
    return new WriteBatchRejectedError(fault);
  }
}

/** An expired part creates its receipt's partition again, and retention drops it later: letters are kept for longer. */
async function withoutKnownLetters<Table extends StoreName, Details>(
  tx: Tx,
  parts: readonly PreparedPart<Table, Details>[],
): Promise<readonly PreparedPart<Table, Details>[]> {
  const expired = parts.filter(isExpired);
  if (expired.length === 0) return parts;
  const letters = expired.flatMap((part) => part.letters);
  const known = await haveDeadLetters(tx, letters);
  const again = new Set(letters.filter((_, position) => known[position]));
  return parts.map((part) => {
    if (!isExpired(part)) return part;
    const left = part.letters.filter((letter) => !again.has(letter));
    const count = part.usage.count - (part.letters.length - left.length);
    return { ...part, letters: left, usage: { ...part.usage, count } };
  });
}

type Written = Omit<WriteBatchResult, 'skipped' | 'erased'>;

const NOTHING: Derived = { pendingUsers: [], folded: [] };

async function storeFresh<Table extends StoreName, Details>(
  tx: Tx,
  definition: StoreDefinition<Table, Details>,
  parts: readonly PreparedPart<Table, Details>[],
  limits: DeriveLimits,
): Promise<Written> {
  const rows = parts.flatMap((part) => part.rows);
  const copy = (some: readonly PreparedRow<Table, Details>[]): Promise<void> => copyPrepared(tx, definition, some);
  const refused = await isolateRejected(rows, (some) => withSavepoint(tx, () => copy(some)), faultOf);
  const written = await storeLetters(tx, parts, refused);
  await countUsage(tx, parts);
  const bad = new Set(refused.map(({ item }) => item));
  const stored = bad.size === 0 ? rows : rows.filter((row) => !bad.has(row));
  return { ...written, ...(await deriveAll(tx, definition, stored, limits)) };
}

/** Used for data that passes `COPY` and breaks a derivation: the error names no row, so both are attempted together. */
async function storeByBisection<Table extends StoreName, Details>(
  tx: Tx,
  definition: StoreDefinition<Table, Details>,
  parts: readonly PreparedPart<Table, Details>[],
  limits: DeriveLimits,
): Promise<Written> {
  const rows = parts.flatMap((part) => part.rows);
  const folded: Fold[] = [];
  const attempt = async (some: readonly PreparedRow<Table, Details>[]): Promise<void> => {
    const derived = await withSavepoint(tx, async () => {
      await copyPrepared(tx, definition, some);
      return deriveAll(tx, definition, some, { ...limits, maxPendingUsers: 0 });
    });
    folded.push(...derived.folded);
  };
  // Keeps the order of locks: the usage of a part is known whether or not its rows are stored.
  await countUsage(tx, parts);
  const refused = await isolateRejected(rows, attempt, faultOf);
  return { ...(await storeLetters(tx, parts, refused)), pendingUsers: [], folded };
}

const copyPrepared = <Table extends StoreName, Details>(
  tx: Tx,
  { table }: StoreDefinition<Table, Details>,
  rows: readonly PreparedRow<Table, Details>[],
): Promise<void> =>
  copyStored(
    tx,
    table,
    rows.map(({ row }) => row),
  );

const countUsage = (tx: Tx, parts: readonly PreparedPart<StoreName, unknown>[]): Promise<void> =>
  addUsage(
    tx,
    parts.map((part) => part.usage),
  );

async function storeLetters<Table extends StoreName, Details>(
  tx: Tx,
  parts: readonly PreparedPart<Table, Details>[],
  refused: readonly RejectedItem<PreparedRow<Table, Details>>[],
): Promise<Omit<Written, keyof Derived>> {
  const letters: NewDeadLetter[] = parts.flatMap((part) => part.letters);
  for (const { item, sqlstate, message } of refused) letters.push(item.letter({ reason: 'data', sqlstate, message }));
  if (letters.length > 0) await insertDeadLetters(tx, letters);
  const deadLettered: Record<string, number> = {};
  for (const { reason, events } of letters) deadLettered[reason] = (deadLettered[reason] ?? 0) + events;
  return { stored: sum(parts.map((part) => part.rows.length)) - refused.length, deadLettered };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
