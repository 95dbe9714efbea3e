import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';
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
  // PostgreSQL allows one pending detach for each table: interrupted ones come first.
  const due = (await listPartitions(db)).filter(isDue).sort((a, b) => Number(b.detaching) - Number(a.detaching));
  for (const { table, name, detaching } of due) {
    await db.pool.query(`alter table ${table} detach partition ${name} ${detaching ? 'finalize' : 'concurrently'}`);
  }
  const dropped: string[] = [];
  for (const { name } of (await detachedTables(db)).filter(isDue)) {
    await db.pool.query(`drop table ${name}`);
    dropped.push(name);
  }
  return dropped;
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
