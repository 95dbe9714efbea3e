import { sql } from 'kysely';
import { shardsOf } from '../citus/shards.js';
import { isConnectionLost } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { finishDetaching } from './finishDetaching.js';
import { listPartitions } from './listPartitions.js';
import { partitionOfName, type Partition, type PartitionedTable } from './partition.js';

/**
 * Detaches and drops partitions that end at or before `beforeMs`; returns their names. Does not block readers and writers
 * (DETACH … CONCURRENTLY waits for them). The next run completes an interrupted one. Call it from one process at a time.
 */
export async function dropPartitionsBefore(
  db: Database,
  tables: readonly PartitionedTable[],
  beforeMs: number,
): Promise<readonly string[]> {
  const isDue = (partition: Partition): boolean => tables.includes(partition.table) && partition.toMs <= beforeMs;
  // Citus does not detach concurrently: a partition is dropped at once, with a short lock of its table.
  if ((await shardsOf(db, [])) !== undefined) return dropAttached(db, (await listPartitions(db)).filter(isDue));
  // PostgreSQL allows one pending detach for each table: interrupted ones come first.
  const due = (await listPartitions(db)).filter(isDue).sort((a, b) => Number(b.detaching) - Number(a.detaching));
  for (const partition of due) {
    const { table, name, detaching } = partition;
    if (detaching) await finishDetaching(db, partition);
    else await runOutsideTransaction(db, `alter table ${table} detach partition ${name} concurrently`);
  }
  const dropped: string[] = [];
  for (const { name } of (await detachedTables(db)).filter(isDue)) {
    await inTransaction(db, ({ client }) => client.query(`drop table ${name}`));
    dropped.push(name);
  }
  return dropped;
}

async function dropAttached(db: Database, due: readonly Partition[]): Promise<readonly string[]> {
  for (const { name } of due) await inTransaction(db, ({ client }) => client.query(`drop table ${name}`));
  return due.map(({ name }) => name);
}

/** Returns detached tables with a partition's name, which are still to be dropped. */
async function detachedTables(db: Database): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and not relispartition and relnamespace = current_schema()::regnamespace
      and relname ~ '_p[0-9]{8,10}$'
    order by relname`.execute(db.kysely);
  return rows.flatMap(({ name }) => partitionOfName(name) ?? []);
}

/**
 * Runs a statement that PostgreSQL refuses in a transaction, so that only the client bounds it. When the client gives up, the
 * statement is canceled on the server: it would wait there without a bound, and block the next attempt.
 */
async function runOutsideTransaction(db: Database, statement: string): Promise<void> {
  try {
    await db.pool.query(statement);
  } catch (error) {
    if (isConnectionLost(error)) {
      await sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where query = ${statement} and state = 'active' and usename = current_user`.execute(db.kysely);
    }
    throw error;
  }
}
