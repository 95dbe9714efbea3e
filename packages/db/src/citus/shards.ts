import type { Pool } from 'pg';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';

/** A database or a transaction, with the pool that its connection is of. */
export interface Placed extends Queryable {
  readonly pool: Pool;
  readonly bounds: Database['bounds'];
}

/** Where the rows of a project are. */
export interface Shard {
  /** The same for projects whose rows are in the same shards of all tables. */
  readonly id: string;
  /** The node that has the shards. */
  readonly node: string;
}

/** Projects' shards by project, as they were read a short time ago. */
interface ShardMap {
  readonly isDistributed: boolean;
  readonly shards: Map<string, Shard>;
  readonly readAt: number;
}

/**
 * How long a shard is remembered. Shards move when nodes are added. An outdated one costs a transaction over two nodes, or an
 * error that is retried; it never makes a result wrong.
 */
const FRESH_MS = 60_000;

/** Projects that are remembered; then all are read again. */
const MOST_PROJECTS = 100_000;

const MAPS = new WeakMap<Pool, ShardMap>();

/**
 * Returns the shards of projects by project; `undefined` if the database is not distributed. The latter is known after one
 * statement for as long as the process runs: processes are started after a database was distributed.
 */
export async function shardsOf(
  db: Placed,
  projectIds: Iterable<string>,
): Promise<ReadonlyMap<string, Shard> | undefined> {
  const map = await mapOf(db);
  if (!map.isDistributed) return undefined;
  const unknown = [...new Set(projectIds)].filter((projectId) => !map.shards.has(projectId));
  if (unknown.length === 0) return map.shards;
  // Citus requires the privilege to read the table, and all roles that store rows of projects may read this one.
  const { rows } = await sql<{ project: string; shard: string; node: string }>`
    select p.id::text as project, p.shard::text as shard, n.groupid::text as node
    from (select id, get_shard_id_for_distribution_column('usage'::regclass, id) as shard
      from unnest(${unknown}::int8[]) as each(id)) p
    join pg_dist_placement n on n.shardid = p.shard`.execute(db.kysely);
  for (const { project, shard, node } of rows) map.shards.set(project, { id: shard, node });
  return map.shards;
}

/** Whether the event tables of a database are distributed, as it was when the process first looked. */
export const isDistributed = async (db: Placed): Promise<boolean> => (await mapOf(db)).isDistributed;

async function mapOf(db: Placed): Promise<ShardMap> {
  const known = MAPS.get(db.pool);
  if (known !== undefined && isFresh(known)) return known;
  const map = { isDistributed: await readIsDistributed(db), shards: new Map(), readAt: Date.now() };
  MAPS.set(db.pool, map);
  return map;
}

const isFresh = ({ isDistributed, shards, readAt }: ShardMap): boolean =>
  !isDistributed || (Date.now() - readAt < FRESH_MS && shards.size < MOST_PROJECTS);

/** Whether the event tables of this database are distributed. */
export async function readIsDistributed(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ present: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as present`.execute(db.kysely);
  if (rows[0]?.present !== true) return false;
  const { rows: tables } = await sql`
    select 1 from pg_dist_partition
    where logicalrelid = to_regclass('exceptions') and partmethod = 'h'`.execute(db.kysely);
  return tables.length > 0;
}

/** Items whose projects' rows are in one shard, or all items if the database is not distributed. */
export interface ShardGroup<T> {
  readonly items: readonly T[];
  /**
   * Returns the condition that a column names a project of the items. A statement with it on each table is run by one node: it may
   * lock rows, and it does not lock the shards of other projects, as an UPDATE or DELETE of several shards does. Without effect if the database is not distributed.
   */
  readonly within: (column: string) => RawBuilder<boolean>;
}

/** Returns the items in groups by shard, each in the given order. One group if the database is not distributed. */
export async function groupByShard<T>(
  db: Placed,
  items: readonly T[],
  projectOf: (item: T) => string,
): Promise<readonly ShardGroup<T>[]> {
  if (items.length === 0) return [];
  const shards = await shardsOf(db, items.map(projectOf));
  if (shards === undefined) return [everywhere(items)];
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const shard = shards.get(projectOf(item))?.id ?? '';
    const group = groups.get(shard);
    if (group === undefined) groups.set(shard, [item]);
    else group.push(item);
  }
  const inOrder = [...groups].sort(([a], [b]) => Number(a) - Number(b));
  return inOrder.map(([, group]) => ({ items: group, within: ofProjects(group.map(projectOf)) }));
}

/** Returns the one group of a database that is not distributed. */
const everywhere = <T>(items: readonly T[]): ShardGroup<T> => ({ items, within: () => sql`true` });

const ofProjects =
  (projectIds: readonly string[]): ShardGroup<unknown>['within'] =>
  (column) =>
    sql<boolean>`${sql.ref(column)} = any(${[...new Set(projectIds)]}::int8[])`;

/** Runs a statement for each group of items ({@link groupByShard}) and returns the rows of all. */
export async function runByShard<T, Row>(
  db: Placed,
  items: readonly T[],
  projectOf: (item: T) => string,
  statement: (group: ShardGroup<T>) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const group of await groupByShard(db, items, projectOf))
    rows.push(...(await statement(group).execute(db.kysely)).rows);
  return rows;
}

/** How often work was divided among shards: each time another one is first, so that a busy one does not keep the others from their turn. */
let turn = 0;

/**
 * Runs `work` with each group of the projects that `find` returns, until it has worked on `limit` rows; returns their number. The first
 * group is another one each time. If the database is not distributed, `find` is not called, and `work` runs once with a group that contains no item.
 */
export async function workByShard(
  db: Placed,
  limit: number,
  find: () => Promise<readonly string[]>,
  work: (within: ShardGroup<string>['within'], limit: number) => Promise<number>,
): Promise<number> {
  if (!(await isDistributed(db))) return work(everywhere([]).within, limit);
  let done = 0;
  const groups = await groupByShard(db, await find(), (projectId) => projectId);
  const first = groups.length < 2 ? 0 : turn++ % groups.length;
  for (const { within } of [...groups.slice(first), ...groups.slice(0, first)]) {
    if (done >= limit) break;
    done += await work(within, limit - done);
  }
  return done;
}
