import { sql } from 'kysely';
import { readIsDistributed, type Queryable, listPartitions, type Partition } from '@sluice/db';

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

interface NodeResult {
  /** Address of the node in the cluster. */
  readonly node: string;
  readonly success: boolean;
  /** A list of sizes, or the error. */
  readonly result: string;
}

/**
 * Sums of the shards of each partition: each is a table with the number of the shard behind its name. One query for each node.
 * @throws if a node does not answer: without it, the sums would be too small
 */
async function measureOnNodes(db: Queryable, names: readonly string[]): Promise<readonly Measured[]> {
  const { rows } = await sql<NodeResult>`
    select coalesce(nodename || ':' || nodeport, 'number ' || answer.nodeid) as node, success, result
    from run_command_on_all_nodes(format(
        'select coalesce(json_agg(shards), ''[]'') from (
           select regexp_replace(relname, ''_[0-9]+$'', '''') as name, sum(pg_total_relation_size(oid))::text as bytes,
             case when max(reltuples) < 0 then -1 else sum(greatest(reltuples::float8, 0)) end as rows
           from pg_class where relkind = ''r'' and relname ~ ''_[0-9]+$''
             and regexp_replace(relname, ''_[0-9]+$'', '''') = any(%L::text[]) group by 1) shards', ${names}::text[]),
        give_warning_for_connection_errors => true) answer
      left join pg_dist_node on pg_dist_node.nodeid = answer.nodeid`.execute(db.kysely);
  for (const { node, success, result } of rows)
    if (!success)
      throw new Error(
        `partitions cannot be measured: node ${node} of Citus failed (${result}). Start it and try again`,
      );
  return sumsOf(rows.flatMap(({ result }) => JSON.parse(result) as readonly Measured[]));
}

function sumsOf(measured: readonly Measured[]): readonly Measured[] {
  const sums = new Map<string, Measured>();
  for (const { name, bytes, rows } of measured) {
    const sum = sums.get(name) ?? { name, bytes: '0', rows: -1 };
    const known = [sum.rows, rows].filter((count) => count >= 0);
    sums.set(name, {
      name,
      bytes: String(BigInt(sum.bytes) + BigInt(bytes)),
      rows: known.length === 0 ? -1 : known.reduce((total, count) => total + count),
    });
  }
  return [...sums.values()];
}
