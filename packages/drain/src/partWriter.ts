import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS, timeOfId } from '@sluice/contract';
import {
  classifyError,
  commitPhases,
  ensurePartitions,
  groupByShard,
  inTransaction,
  sqlstateOf,
  type Database,
  type PartitionedTable,
  type UserChange,
} from '@sluice/db';
import { backoffMs, failPoint, type Clock } from '@sluice/runtime';
import type { WorkerConfig } from './config.js';
import { rowTables, type StoreDefinition, type StoreName } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';
import { WriteBatchRejectedError, messageOf } from './faults.js';
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
import type { WatchList } from './watchList.js';

/** Stores prepared parts. */
export interface PartWriter<Table extends StoreName, Details> {
  /**
   * Resolves when every part is stored, dead-lettered, or skipped because of its receipt. Retries indefinitely while an
   * error is not caused by the data. Rejects only when `signal` aborts such a wait; no transaction is then open.
   */
  readonly write: (parts: readonly PreparedPart<Table, Details>[], signal: AbortSignal) => Promise<void>;
}

/** Dependencies of a part writer. */
export interface PartWriterDeps<Table extends StoreName, Details> {
  readonly db: Database;
  readonly definition: StoreDefinition<Table, Details>;
  readonly config: Pick<WorkerConfig, 'backoffMs' | 'backoffMaxMs' | 'partitionInterval' | 'receiptHours' | 'newNames'>;
  readonly lookUp: LookUp<Table, Details>;
  readonly gate: OutageGate;
  readonly users: Pick<PendingUsers, 'capacity' | 'add'>;
  readonly watchList: Pick<WatchList, 'read'>;
  readonly metrics: DrainMetrics;
  readonly clock: Clock;
}

/**
 * Returns a writer that runs the lookup once, and then one transaction per write batch, repeated by the class of the error. If
 * the database is distributed, a write batch is split by shard first.
 *
 * | error        | meaning                                   | reaction                                                  |
 * |--------------|-------------------------------------------|-----------------------------------------------------------|
 * | outage       | PostgreSQL is unavailable, full, read-only | report to the gate, back off, repeat                     |
 * | overrun      | a statement took too long: a slow disk, or | as an outage; from the second time on the write batch is |
 * |              | a write batch too large for this server   | halved; nothing is dead-lettered for it                   |
 * | conflict     | deadlock with another worker              | back off, repeat                                          |
 * | no_partition | events from a time without partitions     | create the partitions, repeat                             |
 * | data         | rejected, and no single row is the cause  | halve the write batch; dead-letter a single part; replace |
 * |              |                                           | dead letters that are rejected by one letter of bytes     |
 *
 * An unknown end (the reply to COMMIT was lost) is an outage: the repeated transaction finds its receipts.
 */
export function createPartWriter<Table extends StoreName, Details>(
  deps: PartWriterDeps<Table, Details>,
): PartWriter<Table, Details> {
  const { db, config, gate, metrics, clock } = deps;

  const limits = { firstMs: config.backoffMs, maxMs: config.backoffMaxMs };

  const currentOf = (parts: readonly PreparedPart<Table, Details>[]): readonly PreparedPart<Table, Details>[] =>
    withoutExpired(parts, clock() - config.receiptHours * HOUR_MS);

  const attempt = async (parts: readonly PreparedPart<Table, Details>[]): Promise<unknown> => {
    const began = clock();
    // Checked at each attempt: during an outage a write batch may become older than its receipts.
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
      const kind = error instanceof WriteBatchRejectedError ? 'data' : classifyError(error);
      if (kind === 'data') return writeSeparately(parts, error, signal);
      if (kind === 'no_partition' && attempts === 0 && (await makePartitions(parts))) continue;
      if (kind !== 'conflict') gate.reportFailure(error);
      await delay(backoffMs(attempts, limits), undefined, { signal });
      if (kind === 'no_partition') await makePartitions(parts);
    }
  };

  const writeSeparately = async (
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
      for (const part of currentOf(parts)) await ensurePartitions(db, partitionsOf(deps, part));
      return true;
    } catch (error) {
      gate.reportFailure(error);
      return false;
    }
  };

  return { write: (parts, signal) => writeByShard(deps, writePrepared, parts, signal) };
}

type Write<Table extends StoreName, Details> = PartWriter<Table, Details>['write'];

/** Runs the lookup, then writes the parts of each shard with `write`. */
async function writeByShard<Table extends StoreName, Details>(
  deps: PartWriterDeps<Table, Details>,
  write: Write<Table, Details>,
  ...[parts, signal]: Parameters<Write<Table, Details>>
): Promise<void> {
  const ready = await lookUpParts(deps.lookUp, parts);
  for (const group of await splitByShard(deps, ready, signal)) await write(group, signal);
}

/**
 * Returns the parts by shard, so that the transaction of each group stays on one node, if the database is distributed. Waits
 * while the shards cannot be read.
 */
async function splitByShard<Table extends StoreName, Details>(
  { db, config, gate }: PartWriterDeps<Table, Details>,
  parts: readonly PreparedPart<Table, Details>[],
  signal: AbortSignal,
): Promise<readonly (readonly PreparedPart<Table, Details>[])[]> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      const groups = await groupByShard(db, parts, ({ receipt }) => receipt.projectId);
      return groups.map(({ items }) => items);
    } catch (error) {
      gate.reportFailure(error);
      const limits = { firstMs: config.backoffMs, maxMs: config.backoffMaxMs };
      await delay(backoffMs(attempts, limits), undefined, { signal });
    }
  }
}

/** The same parts, their rows with the details that the lookup found. */
async function lookUpParts<Table extends StoreName, Details>(
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
 * Runs one transaction. Users that it left out stay pending after the commit, and also if the commit's result is unknown:
 * then they are perhaps added twice, which changes nothing.
 */
async function storeOnce<Table extends StoreName, Details>(
  { db, definition, users, watchList, metrics, config: { newNames } }: PartWriterDeps<Table, Details>,
  parts: readonly PreparedPart<Table, Details>[],
): Promise<WriteBatchResult> {
  const phases = await commitPhases(db, projectsOf(parts));
  const watches = await watchList.read();
  const waiting: UserChange[] = [];
  try {
    const stored = await inTransaction(db, async (tx) => {
      const limits = { maxPendingUsers: users.capacity(), newNames, watches };
      const outcome = await storeWriteBatch(tx, definition, parts, limits);
      waiting.push(...outcome.pendingUsers);
      failPoint('before-commit');
      return outcome;
    });
    if (phases !== undefined) metrics.countCitusTransaction(phases);
    failPoint('after-commit');
    return stored;
  } finally {
    users.add(waiting);
  }
}

const withoutExpired = <Table extends StoreName, Details>(
  parts: readonly PreparedPart<Table, Details>[],
  oldestMs: number,
): readonly PreparedPart<Table, Details>[] =>
  parts.map((part) => (timeOfId(part.receipt.batchId) < oldestMs ? expirePart(part) : part));

const projectsOf = (parts: readonly PreparedPart<StoreName, unknown>[]): readonly string[] =>
  parts.map(({ receipt }) => receipt.projectId);

const QUERY_CANCELED = '57014';

/** Whether a statement was cut off, by the server or by this side's timer. */
const isOverrun = (error: unknown): boolean =>
  sqlstateOf(error) === QUERY_CANCELED || (error instanceof Error && error.message === 'Query read timeout');

/** Returns the next form of a single part that was refused. @throws the error if there is none */
function toLetters<Table extends StoreName, Details>(
  part: PreparedPart<Table, Details>,
  error: unknown,
): PreparedPart<Table, Details> {
  const sqlstate = error instanceof WriteBatchRejectedError ? error.sqlstate : (sqlstateOf(error) ?? null);
  const why = { sqlstate, message: messageOf(error) };
  if (part.rows.length > 0) return deadLetterPart(part, { reason: 'data', ...why });
  if (part.usage.epoch !== UNREADABLE_EPOCH) return deadLetterAsBytes(part, why);
  // The data of other tenants is not involved: the job is requeued, and others continue.
  throw error;
}

/** Returns the partitions that a part is written to. A part without rows writes only its receipt. */
function partitionsOf<Table extends StoreName, Details>(
  { definition, config }: PartWriterDeps<Table, Details>,
  part: PreparedPart<Table, Details>,
): Parameters<typeof ensurePartitions>[1] {
  const tables: readonly PartitionedTable[] =
    part.rows.length === 0 ? ['receipts'] : ['receipts', ...rowTables(definition)];
  const [fromMs, throughMs] = timesOf(part);
  return { tables, interval: config.partitionInterval, fromMs, throughMs };
}
