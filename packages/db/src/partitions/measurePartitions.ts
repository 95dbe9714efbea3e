import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { listPartitions } from './listPartitions.js';
import type { Partition } from './partition.js';

/** A partition with its size. */
export interface MeasuredPartition extends Partition {
  /** Indexes and large values included. */
  readonly bytes: number;
  /** Estimate of PostgreSQL at its last analysis; `undefined` if there was none. */
  readonly rows: number | undefined;
}

/** Returns the attached partitions that a predicate selects, with their sizes, by table and time. */
export async function measurePartitions(
  db: Queryable,
  isSelected: (partition: Partition) => boolean,
): Promise<readonly MeasuredPartition[]> {
  const selected = (await listPartitions(db)).filter(isSelected);
  const { rows } = await sql<{ name: string; bytes: string; rows: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes, reltuples::float8 as rows from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${selected.map(({ name }) => name)}::text[])`.execute(
    db.kysely,
  );
  const sizes = new Map(rows.map((row) => [row.name, row]));
  return selected.map(({ table, name, fromMs, toMs }) => {
    const size = sizes.get(name);
    const estimate = size === undefined || size.rows < 0 ? undefined : Math.round(size.rows);
    return { table, name, fromMs, toMs, bytes: Number(size?.bytes ?? 0), rows: estimate };
  });
}
