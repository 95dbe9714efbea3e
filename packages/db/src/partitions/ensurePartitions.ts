import { DAY_MS } from '@sluice/contract';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { sqlstateOf } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import { finishDetaching } from './finishDetaching.js';
import { listPartitions, type ListedPartition } from './listPartitions.js';
import {
  boundsOf,
  isDayTable,
  partitionAt,
  type Partition,
  type PartitionInterval,
  type PartitionedTable,
} from './partition.js';
import { statisticsOf, STORAGE } from './storage.js';

/**
 * Which partitions must exist: those for arrivals from `fromMs` through `throughMs`, milliseconds since 1970. This includes
 * receipts: a batch id contains the start of its 15-minute window, which is always in the hour of the arrival.
 */
export interface PartitionRange {
  readonly tables: readonly PartitionedTable[];
  readonly interval: PartitionInterval;
  readonly fromMs: number;
  readonly throughMs: number;
}

/** A range of more partitions than this is a mistake of the caller. */
const MAX_PARTITIONS = 2_000;

const LOCK_ATTEMPTS = 5;
/** `lock_not_available` and `deadlock_detected`: the end of a removal waits for whoever waits for a lock with a snapshot. */
const LOCK_FAILURES: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/**
 * Creates missing partitions and returns their names. Any number of processes may call it at once; writers are not blocked
 * (ATTACH takes a lock that does not conflict with COPY). After a change of the interval, gaps between existing partitions are
 * filled by hours. A partition whose removal was interrupted takes no rows: it counts as missing and is attached again with
 * its rows.
 */
export async function ensurePartitions(db: Database, range: PartitionRange): Promise<readonly string[]> {
  const existing = await listPartitions(db);
  const created: string[] = [];
  for (const table of range.tables) {
    const own = existing.filter((partition) => partition.table === table);
    const missingPartitions = missing(table, range, own.filter(isWhole));
    if (missingPartitions.length === 0) continue;
    const half = own.filter(
      (partition) => !isWhole(partition) && missingPartitions.some((slot) => overlap(slot, partition)),
    );
    // It leaves the table detached until `createPartition` attaches it again.
    for (const partition of half) await retryLock(() => finishDetaching(db, partition));
    created.push(...(await retryLock(() => inTransaction(db, (tx) => createMissing(tx, table, range)))));
  }
  return created;
}

const isWhole = ({ detaching }: ListedPartition): boolean => !detaching;

const overlap = (one: Partition, other: Partition): boolean => one.fromMs < other.toMs && other.fromMs < one.toMs;

async function createMissing(tx: Tx, table: PartitionedTable, range: PartitionRange): Promise<readonly string[]> {
  await sql`set local lock_timeout = '2s'`.execute(tx.kysely);
  await sql`select pg_advisory_xact_lock(hashtext(${`sluice.partitions.${table}`}))`.execute(tx.kysely);
  const missingPartitions = missing(table, range, await listPartitions(tx, table));
  for (const partition of missingPartitions) await createPartition(tx.client, partition);
  return missingPartitions.map((partition) => partition.name);
}

/** Returns the required partitions that overlap no existing one; one that overlaps partly is replaced by its free hours. */
function missing(table: PartitionedTable, range: PartitionRange, existing: readonly Partition[]): readonly Partition[] {
  const interval = isDayTable(table) ? 'day' : range.interval;
  return slots(table, interval, range).flatMap((slot) => {
    const overlapping = existing.filter((other) => overlap(slot, other));
    if (overlapping.length === 0) return [slot];
    if (interval === 'hour' || overlapping.some((other) => other.toMs - other.fromMs >= DAY_MS)) return [];
    const hours = slots(table, 'hour', { fromMs: slot.fromMs, throughMs: slot.toMs - 1 });
    return hours.filter((hour) => overlapping.every((other) => other.fromMs !== hour.fromMs));
  });
}

function slots(
  table: PartitionedTable,
  interval: PartitionInterval,
  range: { readonly fromMs: number; readonly throughMs: number },
): readonly Partition[] {
  const found: Partition[] = [];
  for (let ms = range.fromMs; ms <= range.throughMs;) {
    const slot = partitionAt(table, interval, ms);
    found.push(slot);
    ms = slot.toMs;
    if (found.length > MAX_PARTITIONS) throw new RangeError(`more than ${MAX_PARTITIONS} partitions asked for`);
  }
  return found;
}

/**
 * Calls a function of the database, because a worker's role may not create tables. A table that retention detached and could
 * not drop is attached again with its rows.
 */
export async function createPartition(
  client: Pick<ClientBase, 'query'>,
  { table, name, ...times }: Partition,
): Promise<void> {
  const { from, to } = boundsOf({ table, name, ...times });
  const columns = await columnsOf(client, table);
  const targets = statisticsOf(table, columns);
  await client.query('select make_partition($1, $2, $3, $4, $5, $6, $7)', [
    table,
    name,
    from,
    to,
    STORAGE[table] ?? '',
    targets.length === 0 ? [] : columns,
    targets,
  ]);
}

async function columnsOf(client: Pick<ClientBase, 'query'>, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  );
  return rows.map(({ name }) => name);
}

async function retryLock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!LOCK_FAILURES.has(sqlstateOf(error)) || attempt === LOCK_ATTEMPTS) throw error;
    }
  }
}
