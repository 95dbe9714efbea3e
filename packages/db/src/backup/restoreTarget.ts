import type { Client, ClientBase } from 'pg';
import { UNFINISHED_RESTORE } from '../migrations/databaseProblem.js';
import { ensureStepsTable } from '../migrations/appliedSteps.js';
import { partitionOfName } from '../partitions/partition.js';
import { schemaObjects } from './schemaObjects.js';
import { beginUnbounded } from './sessionSettings.js';

/** Tables of which at least one has rows as soon as a database is used. */
const USED = ['organizations', 'users'];

/** Tables that are dropped in one transaction: each takes several locks. */
const DROPPED_AT_ONCE = 50;

/**
 * Checks that a database can be restored into: no process of Sluice is connected, and it has no data of Sluice, except that of a
 * restore that did not finish.
 * @throws one sentence
 */
export async function assertRestorable(client: ClientBase): Promise<void> {
  const { rows: sessions } = await client.query<{ name: string }>(
    `select distinct coalesce(nullif(application_name, ''), usename) as name from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and application_name <> 'sluice-cli' and (application_name like 'sluice-%' or usename like 'sluice\\_%\\_1')
     order by 1`,
  );
  if (sessions.length > 0) {
    const names = sessions.map(({ name }) => name).join(', ');
    throw new Error(
      `these processes use the database: ${names}. Stop them first; a pooler keeps connections of processes that have stopped until RECONNECT`,
    );
  }
  const steps = await stepsOf(client);
  if (steps.includes(UNFINISHED_RESTORE)) return;
  const isOurs = steps.length > 0;
  for (const table of isOurs ? USED : schemaObjects().tables) {
    if (!(await exists(client, table))) continue;
    if (!isOurs) throw new Error(`the database has a table ${table} that Sluice did not create. ${REMEDY}`);
    const { rows } = await client.query(`select from ${table} limit 1`);
    if (rows.length > 0) throw new Error(`the database has data, and a restore does not overwrite any. ${REMEDY}`);
  }
}

const REMEDY =
  'Create an empty database for DATABASE_URL; to keep the name: alter database sluice rename to sluice_before; create database sluice';

/** Returns the names of the applied steps; none if there is no table of Sluice with them. */
async function stepsOf(client: ClientBase): Promise<readonly string[]> {
  const { rows: columns } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'name'`,
  );
  if (columns.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  return rows.map(({ name }) => name);
}

async function exists(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table]);
  return rows[0]?.exists === true;
}

/** Marks the database as being restored, then drops what Sluice created in it, and nothing of others. */
export async function beginRestore(client: Client): Promise<void> {
  await ensureStepsTable(client);
  await client.query(
    `insert into schema_migrations (name, compatible_since) values ($1, $1) on conflict (name) do nothing`,
    [UNFINISHED_RESTORE],
  );
  const { tables, functions, sequences } = schemaObjects();
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname ~ '_p[0-9]{8,10}$'`,
  );
  const partitions = rows.flatMap(({ name }) => (partitionOfName(name) === undefined ? [] : [name]));
  await drop(client, 'table', partitions);
  await drop(client, 'table', tables);
  await drop(client, 'function', functions);
  await drop(client, 'sequence', sequences);
  await client.query('delete from schema_migrations where name <> $1', [UNFINISHED_RESTORE]);
}

async function drop(client: ClientBase, kind: string, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += DROPPED_AT_ONCE) {
    const some = names.slice(at, at + DROPPED_AT_ONCE).join(', ');
    // Tables reference each other, functions belong to triggers.
    await client.query(`${beginUnbounded()}; drop ${kind} if exists ${some} cascade; commit`);
  }
}

/** Takes the mark away: from now on the database can be used. */
export async function endRestore(client: ClientBase): Promise<void> {
  await client.query('delete from schema_migrations where name = $1', [UNFINISHED_RESTORE]);
}
