import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';
import { listPartitions } from './listPartitions.js';
import { partitionOfName, type Partition, type PartitionedTable } from './partition.js';

/**
 * Detaches and drops what ends at or before `beforeMs`; returns the names of what was dropped. Readers and writers go on
 * (DETACH … CONCURRENTLY waits for them instead); a run that was interrupted is taken up by the next one. One process at
 * a time, please.
 */
export async function dropPartitionsBefore(
  db: Database,
  tables: readonly PartitionedTable[],
  beforeMs: number,
): Promise<readonly string[]> {
  const isDue = (partition: Partition): boolean => tables.includes(partition.table) && partition.toMs <= beforeMs;
  // PostgreSQL lets a table have one removal under way: what was interrupted first.
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

/** Tables with a partition's name that are attached to nothing: only the first half of their removal is done. */
async function detachedTables(db: Database): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and not relispartition and relnamespace = current_schema()::regnamespace
      and relname ~ '_p[0-9]{8,10}$'
    order by relname`.execute(db.kysely);
  return rows.flatMap(({ name }) => partitionOfName(name) ?? []);
}
