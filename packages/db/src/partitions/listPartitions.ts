import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { PARTITIONED_TABLES, partitionOfName, type Partition, type PartitionedTable } from './partition.js';

/** A partition and whether its removal was begun and not finished. */
export interface ListedPartition extends Partition {
  readonly detaching: boolean;
}

/** The attached partitions of one table or of all, by table and time. */
export async function listPartitions(db: Queryable, table?: PartitionedTable): Promise<readonly ListedPartition[]> {
  const { rows } = await sql<{ name: string; detaching: boolean }>`
    select child.relname as name, i.inhdetachpending as detaching
    from pg_inherits i
    join pg_class child on child.oid = i.inhrelid
    join pg_class parent on parent.oid = i.inhparent
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace
      and parent.relname = any(${table === undefined ? PARTITIONED_TABLES : [table]}::text[])
    order by parent.relname, child.relname`.execute(db.kysely);
  return rows.flatMap(({ name, detaching }) => {
    const partition = partitionOfName(name);
    return partition === undefined ? [] : [{ ...partition, detaching }];
  });
}
