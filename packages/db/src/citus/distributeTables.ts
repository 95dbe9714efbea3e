import type { ClientBase } from 'pg';
import type { Database } from '../connection/createDatabase.js';
import { acquireMigrationLock } from '../migrations/migrationLock.js';
import { openMigrationClient } from '../migrations/openMigrationClient.js';
import { RefusalError } from '../refusalError.js';
import { checkCluster } from './checkCluster.js';
import { readIsDistributed } from './shards.js';

/** How to distribute. */
export interface Distribution {
  /** Shards of each table. Ignored if a table is distributed already: all tables have the same number. Default 16. */
  readonly shards?: number;
}

/** Tables that stay on the coordinator although their primary key begins with `project_id`. */
export const KEPT_LOCAL: Readonly<Record<string, string>> = {
  project_keys: 'a key is unique in the whole installation, and its changes are announced by triggers',
  sourcemaps: 'changes are announced by triggers, which run on the node that has the row',
  sourcemap_blobs: 'as sourcemaps',
  sourcemap_garbage: 'as sourcemaps',
};

/** The table that all others are colocated with: rows of a project are then on one node, whatever their table. */
const ANCHOR = 'exceptions';

const DEFAULT_SHARDS = 16;

/** Rows that exist are copied while their tables are locked, so that only a small database is converted in place. */
const MOST_BYTES = 1_073_741_824;

interface Candidate {
  readonly name: string;
  readonly bytes: string;
}

/**
 * Distributes every table whose primary key begins with `project_id` over the nodes of the database's Citus cluster, by
 * `project_id` and colocated, except {@link KEPT_LOCAL}. Returns the names of the tables that were not distributed before.
 * Idempotent; partitions follow their tables. Call it as the owner of the tables, after the migrations.
 * @throws one sentence if the database has no Citus cluster, or more data than is converted in place
 */
export async function distributeTables(db: Database, options: Distribution = {}): Promise<readonly string[]> {
  const lock = await acquireMigrationLock(db, 'sluice migrate --citus');
  try {
    const client = await openMigrationClient(db);
    try {
      await checkCluster(client);
      return await distribute(client, options.shards ?? DEFAULT_SHARDS);
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await lock.release();
  }
}

/** Distributes the tables that a migration added, if others are distributed. Returns their names. */
export async function distributeNewTables(db: Database): Promise<readonly string[]> {
  return (await readIsDistributed(db)) ? distributeTables(db) : [];
}

async function distribute(client: ClientBase, shards: number): Promise<readonly string[]> {
  await distributeFunctions(client);
  const candidates = await findCandidates(client);
  checkSize(candidates);
  const names = candidates.map(({ name }) => name).sort((a, b) => Number(b === ANCHOR) - Number(a === ANCHOR));
  for (const name of names) {
    if (name === ANCHOR) {
      const colocated = `colocate_with => 'none', shard_count => $2::int`;
      await client.query(`select create_distributed_table($1::regclass, 'project_id', ${colocated})`, [name, shards]);
    } else {
      const colocated = `colocate_with => '${ANCHOR}'`;
      await client.query(`select create_distributed_table($1::regclass, 'project_id', ${colocated})`, [name]);
    }
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]);
  }
  return names.sort();
}

/** Statements on shards call these; Citus copies functions to the nodes only if they are created after the nodes were added. */
async function distributeFunctions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f' and p.provolatile = 'i'
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_catalog.pg_dist_object o
        where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`);
  for (const { name } of rows) await client.query('select create_distributed_function($1::regprocedure)', [name]);
}

async function findCandidates(client: ClientBase): Promise<readonly Candidate[]> {
  const { rows } = await client.query<Candidate>(
    `select c.relname as name,
       (select sum(pg_total_relation_size(t.relid)) from pg_partition_tree(c.oid) t) as bytes
     from pg_class c
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'project_id'
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1::text[])
       and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid and d.partmethod = 'h')
     order by c.relname`,
    [Object.keys(KEPT_LOCAL)],
  );
  return rows;
}

function checkSize(candidates: readonly Candidate[]): void {
  const bytes = candidates.reduce((total, candidate) => total + Number(candidate.bytes), 0);
  if (bytes <= MOST_BYTES) return;
  const largest = [...candidates].sort((a, b) => Number(b.bytes) - Number(a.bytes))[0];
  throw new RefusalError(
    `the tables to distribute have ${Math.round(bytes / 1_048_576)} MB (${largest?.name ?? ''} most of it), and at most ` +
      `${MOST_BYTES / 1_048_576} MB are converted in place, because writes wait meanwhile: ` +
      'set up a new cluster and let it receive new events, or delete old data first',
  );
}
