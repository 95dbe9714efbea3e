import {
  classifyError,
  ensurePartitions,
  inTransaction,
  withSavepoint,
  withTaskLock,
  type Database,
  type Tx,
} from '@sluice/db';
import {
  startRetries,
  lockRetries,
  deleteDeadLetters,
  revertRetries,
  readRetries,
  failRetries,
  type DeadLetter,
  type DeadLetterKey,
  type NewDeadLetter,
} from '@sluice/dead-letters';
import { HOUR_MS, type AcceptedEvent } from '@sluice/contract';
import { enrichEvent } from '@sluice/enrichment';
import type { WorkerConfig } from './config.js';
import { rowTables, type StoreDefinition, type StoredRow, type StoreName } from './definition.js';
import { copyStored } from './copyStored.js';
import { deriveAll, type DeriveLimits } from './deriveAll.js';
import { faultOf, messageOf } from './faults.js';
import { factsOf } from './preparePart.js';
import { withDetails, type LookUp } from './lookUp.js';
import { eraseRetries } from './withoutErased.js';
import { isolateRejected } from './isolateRejected.js';
import type { WatchList } from './watchList.js';

/** Limits of one transaction; a letter may contain a replay segment of 10 MB. */
const LIMITS = { letters: 20, bytes: 8 * 1_048_576 };

interface Retried<Table extends StoreName, Details> extends StoredRow<Table, Details> {
  readonly letter: DeadLetter;
}

/** Result of preparing letters: rows to store, and letters that cannot become rows. */
interface PreparedLetters<Table extends StoreName, Details> {
  readonly rows: readonly Retried<Table, Details>[];
  readonly refused: readonly NewDeadLetter[];
}

/** Dependencies of a retry. */
export interface RetryDeps<Table extends StoreName, Details> {
  readonly db: Database;
  readonly definition: StoreDefinition<Table, Details>;
  readonly lookUp: LookUp<Table, Details>;
  readonly watchList: Pick<WatchList, 'read'>;
  readonly config: Pick<WorkerConfig, 'newNames' | 'partitionInterval' | 'maxEventAgeHours'>;
}

/**
 * Stores the events of dead letters in state `retry` again. The row appears and the letter disappears in one transaction;
 * a letter that is rejected again returns to `waiting` with the new reason. Usage stays: these events were counted when
 * they became letters. A letter that an open erasure covers is deleted and counted as erased. An attempt is counted before it is made, so that a letter that kills the process is tried alone
 * and a limited number of times.
 *
 * Resolves with the number of settled letters: 0 if there is none, if another worker retries, or if partitions had to be
 * created for the next attempt. Rejects during an outage, with nothing changed.
 */
export async function retryDeadLetters<Table extends StoreName, Details>(
  deps: RetryDeps<Table, Details>,
): Promise<number> {
  const { db, definition } = deps;
  let settled = 0;
  await withTaskLock(db, `retry dead letters: ${definition.type}`, async () => {
    const begun = await startRetries(db, definition.type, LIMITS);
    if (begun.length > 0 && (await retry(deps, begun))) settled = begun.length;
  });
  return settled;
}

async function retry<Table extends StoreName, Details>(
  { db, definition, lookUp, watchList, config }: RetryDeps<Table, Details>,
  begun: readonly DeadLetterKey[],
): Promise<boolean> {
  const arrivals: number[] = [];
  try {
    const made = makeRows(definition, await readRetries(db, begun), config.maxEventAgeHours * HOUR_MS);
    for (const { facts } of made.rows) arrivals.push(facts.arrivalMs);
    const rows = withDetails(made.rows, await lookUp(made.rows));
    const limits = { newNames: config.newNames, watches: await watchList.read(), maxPendingUsers: 0 };
    await inTransaction(db, async (tx) => {
      const claimed = await lockRetries(tx, begun);
      await storeAgain(tx, { definition, limits }, claimed, { ...made, rows });
    });
    return true;
  } catch (error) {
    // While PostgreSQL is unavailable the attempt stays counted; an operator may have to request the retry again.
    await revertRetries(db, begun).catch(() => undefined);
    if (classifyError(error) !== 'no_partition') throw error;
    const tables = rowTables(definition);
    for (const arrival of arrivals)
      await ensurePartitions(db, { tables, interval: config.partitionInterval, fromMs: arrival, throughMs: arrival });
    return false;
  }
}

function makeRows<Table extends StoreName, Details>(
  definition: StoreDefinition<Table, Details>,
  letters: readonly DeadLetter[],
  maxAgeMs: number,
): PreparedLetters<Table, Details> {
  const refused: NewDeadLetter[] = [];
  const rows: Retried<Table, Details>[] = [];
  for (const letter of letters) {
    try {
      rows.push({ letter, ...rowOf(definition, letter, maxAgeMs) });
    } catch (error) {
      refused.push({ ...letter, reason: 'transform', sqlstate: null, message: messageOf(error) });
    }
  }
  return { rows, refused };
}

/** @param claimed the letters that still exist; results of others are dropped */
async function storeAgain<Table extends StoreName, Details>(
  tx: Tx,
  { definition, limits }: Pick<RetryDeps<Table, Details>, 'definition'> & { readonly limits: DeriveLimits },
  claimed: readonly DeadLetter[],
  made: PreparedLetters<Table, Details>,
): Promise<void> {
  const erased = await eraseRetries(tx, claimed);
  await deleteDeadLetters(tx, erased);
  const names = new Set(claimed.filter((letter) => !erased.includes(letter)).map(nameOf));
  const refused = made.refused.filter((letter) => names.has(nameOf(letter)));
  const rows = made.rows.filter(({ letter }) => names.has(nameOf(letter)));
  const store = (some: readonly Retried<Table, Details>[]): Promise<void> =>
    withSavepoint(tx, async () => {
      await copyStored(
        tx,
        definition.table,
        some.map(({ row }) => row),
      );
      await deriveAll(tx, definition, some, limits);
    });
  const bad = await isolateRejected(rows, store, faultOf);
  for (const { item, sqlstate, message } of bad) refused.push({ ...item.letter, reason: 'data', sqlstate, message });
  const kept = new Set(refused.map(nameOf));
  await failRetries(tx, refused);
  await deleteDeadLetters(
    tx,
    rows.map(({ letter }) => letter).filter((letter) => !kept.has(nameOf(letter))),
  );
}

const nameOf = ({ projectId, id }: NewDeadLetter): string => `${projectId}/${id}`;

function rowOf<Table extends StoreName, Details>(
  definition: StoreDefinition<Table, Details>,
  letter: DeadLetter,
  maxAgeMs: number,
): StoredRow<Table, Details> {
  const { part, projectId, id, payload } = letter;
  if (part === null || letter.index === null)
    throw new Error('dead letter has no event: it was not readable as a part');
  const event = enrichEvent(JSON.parse(payload.toString()) as AcceptedEvent, id, part);
  const facts = factsOf(projectId, part, maxAgeMs);
  const details = definition.readDetails(event);
  return { event, facts, details, row: definition.toRow(event, facts, details) };
}
