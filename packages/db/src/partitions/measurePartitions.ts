import { sql } from 'kysely';
import { readIsDistributed } from '../citus/shards.js';
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
  const names = selected.map(({ name }) => name);
  const rows = await ((await readIsDistributed(db)) ? measureOnNodes(db, names) : measureHere(db, names));
  const sizes = new Map(rows.map((row) => [row.name, row]));
  return selected.map(({ table, name, fromMs, toMs }) => {
    const size = sizes.get(name);
    const estimate = size === undefined || size.rows < 0 ? undefined : Math.round(size.rows);
    return { table, name, fromMs, toMs, bytes: Number(size?.bytes ?? 0), rows: estimate };
  });
}

interface Measured {
  readonly name: string;
  readonly bytes: string;
  /** Negative if the table was not analyzed. */
  readonly rows: number;
}

async function measureHere(db: Queryable, names: readonly string[]): Promise<readonly Measured[]> {
  const { rows } = await sql<Measured>`
    select relname as name, pg_total_relation_size(oid) as bytes, reltuples::float8 as rows from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${names}::text[])`.execute(db.kysely);
  return rows;
}

/** Sums of the shards of each partition: each is a table with the number of the shard behind its name. One query for each node. */
async function measureOnNodes(db: Queryable, names: readonly string[]): Promise<readonly Measured[]> {
  const { rows } = await sql<Measured>`
    select shard.name, sum(shard.bytes) as bytes,
      case when max(shard.rows) < 0 then -1 else sum(greatest(shard.rows, 0)) end as rows
    from run_command_on_all_nodes(format(
        'select coalesce(json_agg(json_build_object(''name'', regexp_replace(relname, ''_[0-9]+$'', ''''),
           ''bytes'', pg_total_relation_size(oid), ''rows'', reltuples)), ''[]'')
         from pg_class where relkind = ''r'' and relname ~ ''_[0-9]+$''
           and regexp_replace(relname, ''_[0-9]+$'', '''') = any(%L::text[])', ${names}::text[]), give_warning_for_connection_errors => true) node
      cross join lateral json_to_recordset(node.result::json) as shard(name text, bytes bigint, rows float8)
    where node.success group by shard.name`.execute(db.kysely);
  return rows;
}
