import { setTimeout as delay } from 'node:timers/promises';
import { timeOfId } from '@sluice/contract';
import {
  classifyError,
  inTransaction,
  sqlstateOf,
  type Database,
  type EventTableName,
  type PartitionedTable,
  type UserChange,
} from '@sluice/db';
import { failPoint, type Clock } from '@sluice/runtime';
import { backoffMs } from './backoff.js';
import type { WorkerConfig } from './config.js';
import type { StoreDefinition } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';
import { WriteBatchRejected, messageOf } from './faults.js';
import { makeRoom, rowTables } from './makeRoom.js';
import type { OutageGate } from './outageGate.js';
import { withDetails, type LookUp } from './lookUp.js';
import {
  deadLetterPart,
  deadLetterAsBytes,
  expirePart,
  timesOf,
  UNREADABLE_EPOCH,
  type PreparedPart,
} from './preparePart.js';
import { storeWriteBatch, type WriteBatchResult } from './storeWriteBatch.js';
import type { PendingUsers } from './pendingUsers.js';

/** Makes prepared parts durable. */
export interface PartWriter<Table extends EventTableName, Details> {
  /**
   * Resolves once every part is stored, dead-lettered, or known to have been before. Waits out anything that is not the
   * data's fault, for as long as it takes; rejects only when `signal` aborts such a wait, with nothing half done.
   */
  readonly write: (parts: readonly PreparedPart<Table, Details>[], signal: AbortSignal) => Promise<void>;
}

/** What a writer works with. */
export interface PartWriterDeps<Table extends EventTableName, Details> {
  readonly db: Database;
  readonly definition: StoreDefinition<Table, Details>;
  readonly config: Pick<WorkerConfig, 'backoffMs' | 'backoffMaxMs' | 'partitionInterval' | 'receiptHours' | 'newNames'>;
  readonly lookUp: LookUp<Table, Details>;
  readonly gate: OutageGate;
  readonly users: Pick<PendingUsers, 'capacity' | 'add'>;
  readonly metrics: DrainMetrics;
  readonly clock: Clock;
}

/**
 * What the definition looks up, once, then one transaction for each load, repeated by what went wrong:
 *
 * | error        | means                                    | then                                                   |
 * |--------------|------------------------------------------|--------------------------------------------------------|
 * | outage       | the database is away, full, read-only    | the gate closes, back off, the same load again         |
 * | overrun      | a statement took too long: a slow disk,  | as an outage; the second time the load is halved, too: |
 * |              | or a load too large for this server      | nothing is dead-lettered for it                        |
 * | conflict     | two workers met (deadlock)               | back off briefly, the same load again                  |
 * | no_partition | events from a time without partitions    | create them, the same load again                       |
 * | data         | not a row's: nothing inside could name it | halve the load; a part alone is dead-lettered whole;   |
 * |              |                                          | letters that are refused become one letter of bytes    |
 *
 * Also an ambiguous end (the reply to COMMIT was lost) is an outage: the repeated load finds its receipts.
 */
export function createPartWriter<Table extends EventTableName, Details>(
  deps: PartWriterDeps<Table, Details>,
): PartWriter<Table, Details> {
  const { db, definition, config, gate, metrics, clock } = deps;

  const limits = { baseMs: config.backoffMs, maxMs: config.backoffMaxMs };

  const currentOf = (parts: readonly PreparedPart<Table, Details>[]): readonly PreparedPart<Table, Details>[] =>
    withoutExpired(parts, clock() - config.receiptHours * 3_600_000);

  const attempt = async (parts: readonly PreparedPart<Table, Details>[]): Promise<unknown> => {
    const began = clock();
    // Asked anew each time: a load may be held for longer than receipts are kept.
    const current = currentOf(parts);
    try {
      const outcome = await storeOnce(deps, current);
      metrics.countResult(outcome, (clock() - began) / 1_000);
      gate.reportSuccess();
      return undefined;
    } catch (error) {
      return error;
    }
  };

  const writePrepared = async (parts: readonly PreparedPart<Table, Details>[], signal: AbortSignal): Promise<void> => {
    let overruns = 0;
    for (let attempts = 0; ; attempts += 1) {
      const error = await attempt(parts);
      if (error === undefined) return;
      if (isOverrun(error)) overruns += 1;
      if (overruns > 1 && parts.length > 1) return writeHalves(parts, signal);
      const kind = error instanceof WriteBatchRejected ? 'data' : classifyError(error);
      if (kind === 'data') return writeApart(parts, error, signal);
      if (kind === 'no_partition' && attempts === 0 && (await makePartitions(parts))) continue;
      if (kind !== 'conflict') gate.reportFailure(error);
      await delay(backoffMs(attempts, limits, Math.random()), undefined, { signal });
      if (kind === 'no_partition') await makePartitions(parts);
    }
  };

  const writeApart = async (
    parts: readonly PreparedPart<Table, Details>[],
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> => {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return writePrepared([toLetters(only, error)], signal);
    return writeHalves(parts, signal);
  };

  const writeHalves = async (parts: readonly PreparedPart<Table, Details>[], signal: AbortSignal): Promise<void> => {
    const middle = Math.ceil(parts.length / 2);
    await writePrepared(parts.slice(0, middle), signal);
    await writePrepared(parts.slice(middle), signal);
  };

  const makePartitions = async (parts: readonly PreparedPart<Table, Details>[]): Promise<boolean> => {
    try {
      for (const part of currentOf(parts))
        await makeRoom(db, tablesOf(definition, part), config.partitionInterval, timesOf(part));
      return true;
    } catch (error) {
      gate.reportFailure(error);
      return false;
    }
  };

  return { write: async (parts, signal) => writePrepared(await lookUpParts(deps.lookUp, parts), signal) };
}

/** The same parts, their rows with the details that the look-up found. */
async function lookUpParts<Table extends EventTableName, Details>(
  lookUp: LookUp<Table, Details>,
  parts: readonly PreparedPart<Table, Details>[],
): Promise<readonly PreparedPart<Table, Details>[]> {
  const details = await lookUp(parts.flatMap(({ rows }) => rows));
  if (details === undefined) return parts;
  let from = 0;
  return parts.map((part) => {
    const own = details.slice(from, (from += part.rows.length));
    return { ...part, rows: withDetails(part.rows, own) };
  });
}

/**
 * One transaction. The users that it left out are kept once it is committed, and also where nobody knows whether it is: in
 * the one case they are not seen again, in the other they are, which is the same.
 */
async function storeOnce<Table extends EventTableName, Details>(
  { db, definition, users, config: { newNames } }: PartWriterDeps<Table, Details>,
  parts: readonly PreparedPart<Table, Details>[],
): Promise<WriteBatchResult> {
  const waiting: UserChange[] = [];
  try {
    const stored = await inTransaction(db, async (tx) => {
      const outcome = await storeWriteBatch(tx, definition, parts, { maxPendingUsers: users.capacity(), newNames });
      waiting.push(...outcome.pendingUsers);
      failPoint('before-commit');
      return outcome;
    });
    failPoint('after-commit');
    return stored;
  } finally {
    users.add(waiting);
  }
}

const withoutExpired = <Table extends EventTableName, Details>(
  parts: readonly PreparedPart<Table, Details>[],
  oldestMs: number,
): readonly PreparedPart<Table, Details>[] =>
  parts.map((part) => (timeOfId(part.receipt.batchId) < oldestMs ? expirePart(part) : part));

const QUERY_CANCELED = '57014';

/** Whether a statement was cut off, by the server or by this side's timer. */
const isOverrun = (error: unknown): boolean =>
  sqlstateOf(error) === QUERY_CANCELED || (error instanceof Error && error.message === 'Query read timeout');

/** A part of its own that is refused, one step further from what it was. Throws where there is no step left. */
function toLetters<Table extends EventTableName, Details>(
  part: PreparedPart<Table, Details>,
  error: unknown,
): PreparedPart<Table, Details> {
  const sqlstate = error instanceof WriteBatchRejected ? error.sqlstate : (sqlstateOf(error) ?? null);
  const why = { sqlstate, message: messageOf(error) };
  if (part.rows.length > 0) return deadLetterPart(part, { reason: 'data', ...why });
  if (part.usage.epoch !== UNREADABLE_EPOCH) return deadLetterAsBytes(part, why);
  // Nothing in it is of anybody else's making: the job goes back, and others go on.
  throw error;
}

/** A part without rows touches nothing but its receipt. */
const tablesOf = <Table extends EventTableName, Details>(
  definition: StoreDefinition<Table, Details>,
  part: PreparedPart<Table, Details>,
): readonly PartitionedTable[] => (part.rows.length === 0 ? ['receipts'] : ['receipts', ...rowTables(definition)]);
