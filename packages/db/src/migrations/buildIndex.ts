import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { RefusalError } from '../refusalError.js';
import type { ConcurrentIndex } from './migration.js';
import { runStep } from './runStep.js';

/** Reports an index that was built. */
export type OnBuilt = (index: string) => void;

const POLL_MS = 500;

/**
 * Builds an index without blocking writes, unless it exists. What an interrupted build left is used if it is complete, and built
 * again if PostgreSQL marked it invalid. On a partitioned table, each partition gets its index, then they are attached; partitions
 * that are created meanwhile have it from the start. Call it with the lock of the migrations, outside a transaction.
 */
export async function buildIndex(client: ClientBase, index: ConcurrentIndex, onBuilt: OnBuilt): Promise<void> {
  await removeTimeouts(client);
  if (await isPartitioned(client, index.table)) await buildOnPartitions(client, index, onBuilt);
  else await buildOnTable(client, index, onBuilt);
}

/** Name of the index of one partition, where `index` is that of its parent. */
const partitionIndexName = ({ name, table }: ConcurrentIndex, partition: string): string =>
  `${partition}${name.slice(table.length)}`;

/**
 * A build cannot run in a transaction, so that a timeout of the role or the database is overridden for the session.
 * @throws one sentence where a pooler passes sessions on to others
 */
async function removeTimeouts(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number; isLimited: boolean }>(
    `select pg_backend_pid() as pid,
       current_setting('statement_timeout') <> '0' or current_setting('lock_timeout') <> '0' as "isLimited"`,
  );
  if (rows[0]?.isLimited !== true) return;
  // A pooler assigns process ids of its own.
  if (rows[0].pid !== (client as ClientBase & { readonly processID?: number }).processID) {
    throw new RefusalError(
      'the role or the database sets statement_timeout or lock_timeout, which cannot be changed through a pooler. Run sluice migrate with the address of the server itself in DATABASE_URL',
    );
  }
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
}

async function isPartitioned(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0]?.kind === 'p';
}

async function buildOnTable(client: ClientBase, { name, table, on }: ConcurrentIndex, onBuilt: OnBuilt): Promise<void> {
  await untilNotBuilding(client, table);
  const state = await stateOf(client, name);
  if (state === 'valid') return;
  if (state === 'invalid') await client.query(`drop index concurrently ${name}`);
  await client.query(`create index concurrently ${name} on ${table} ${on}`);
  onBuilt(name);
}

async function buildOnPartitions(client: ClientBase, index: ConcurrentIndex, onBuilt: OnBuilt): Promise<void> {
  const { name, table, on } = index;
  await runStep(client, [`create index if not exists ${name} on only ${table} ${on}`]);
  for (;;) {
    const [partition] = await partitionsWithout(client, index);
    if (partition === undefined) break;
    const own = { name: partitionIndexName(index, partition), table: partition, on };
    try {
      await buildOnTable(client, own, onBuilt);
      await runStep(client, [`alter index ${name} attach partition ${own.name}`]);
    } catch (error) {
      // Retention may drop a partition meanwhile.
      if ((await partitionsWithout(client, index)).includes(partition)) throw error;
    }
  }
  if ((await stateOf(client, name)) === 'valid') return;
  throw new RefusalError(
    `the index ${name} is invalid although every partition has it. Run: drop index ${name}; then sluice migrate`,
  );
}

/** Names of the partitions that have no part of the index, oldest first. */
async function partitionsWithout(client: ClientBase, { name, table }: ConcurrentIndex): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.relname as name from pg_inherits h join pg_class p on p.oid = h.inhrelid
     where h.inhparent = $1::regclass and not h.inhdetachpending and not exists (
       select from pg_index i join pg_inherits a on a.inhrelid = i.indexrelid
       where i.indrelid = p.oid and a.inhparent = $2::regclass)
     order by p.relname`,
    [table, name],
  );
  return rows.map((row) => row.name);
}

async function stateOf(client: ClientBase, name: string): Promise<'valid' | 'invalid' | 'none'> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0] === undefined) return 'none';
  return rows[0].valid ? 'valid' : 'invalid';
}

/** The server goes on with the build of a process that was killed: it may complete. */
async function untilNotBuilding(client: ClientBase, table: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select from pg_stat_progress_create_index where relid = $1::regclass', [
      table,
    ]);
    if (rows.length === 0) return;
    await delay(POLL_MS);
  }
}
