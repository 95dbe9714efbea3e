import {
  type Client,
  type ClientBase,
  assessSteps,
  ensureStepsTable,
  UNFINISHED_RESTORE,
  RefusalError,
} from '@sluice/db';
import { assertDroppable, assertFreeNames, dropSchema, existingFunctions } from './dropSchema.js';
import { schemaObjects } from './schemaObjects.js';

/** A database is not empty. The remedy, an empty one, depends on the deployment: `message` does not contain it. */
export class NotEmptyError extends RefusalError {
  override readonly name = 'NotEmptyError';
}

/** Tables of which at least one has rows as soon as a database is used. */
const USED = ['organizations', 'users'];

/**
 * Checks that a database can be restored into: no process of Sluice is connected, it has no data of Sluice, except that of a restore
 * that did not finish, and objects of others neither depend on what is dropped nor have the name of a table of the backup.
 * @param tables names of the backup's tables and partitions @throws RefusalError
 */
export async function assertRestorable(client: ClientBase, tables: readonly string[]): Promise<void> {
  await assertUnused(client);
  const steps = await stepsOf(client);
  const isUnfinished = steps.includes(UNFINISHED_RESTORE);
  const unknown = assessSteps(steps).newer;
  const isOurs = isUnfinished || unknown.length < steps.length;
  if (steps.length > 0 && !isOurs) throw foreign('table', 'schema_migrations');
  const newer = unknown.filter((step) => step !== UNFINISHED_RESTORE);
  if (newer.length > 0) {
    throw new NotEmptyError(
      `the database has the schema of a newer version, and this one does not know ${newer.join(', ')}`,
    );
  }
  if (!isOurs) await assertForeign(client);
  else if (!isUnfinished) await assertEmpty(client);
  await assertDroppable(client);
  await assertFreeNames(client, tables);
}

/** The type of a connection is unknown to an owner that is no superuser, unlike its name and login. */
async function assertUnused(client: ClientBase): Promise<void> {
  const { rows: sessions } = await client.query<{ name: string }>(
    `select distinct coalesce(nullif(application_name, ''), usename) as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name <> 'sluice-cli' and (application_name like 'sluice-%' or usename like 'sluice\\_%\\_1')
     order by 1`,
  );
  if (sessions.length === 0) return;
  const names = sessions.map(({ name }) => name).join(', ');
  throw new RefusalError(
    `Sluice is still running on this database (${names}). Stop it (npm start: Ctrl-C), then run this again.`,
  );
}

/** Nothing of others may have a name that the schema needs, or that a later attempt would drop. */
async function assertForeign(client: ClientBase): Promise<void> {
  const { tables, sequences } = schemaObjects();
  for (const table of [...tables, ...sequences]) if (await exists(client, table)) throw foreign('table', table);
  const [name] = await existingFunctions(client);
  if (name !== undefined) throw foreign('function', name);
}

async function assertEmpty(client: ClientBase): Promise<void> {
  for (const table of USED) {
    if (!(await exists(client, table))) continue;
    const { rows } = await client.query(`select from ${table} limit 1`);
    if (rows.length > 0) throw new NotEmptyError('the database has data, and a restore does not overwrite any');
  }
}

const foreign = (kind: string, name: string): RefusalError =>
  new NotEmptyError(`the database has a ${kind} ${name} that Sluice did not create`);

/** Returns the names of the applied steps; none if there is no table of them. @throws one sentence if it is another program's */
async function stepsOf(client: ClientBase): Promise<readonly string[]> {
  if (!(await exists(client, 'schema_migrations'))) return [];
  const { rows: columns } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname in ('name', 'applied_at')`,
  );
  if (columns.length !== 2) throw foreign('table', 'schema_migrations');
  const { rows } = await client.query<{ name: string }>('select name::text from schema_migrations');
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
  await dropSchema(client);
  await client.query('delete from schema_migrations where name <> $1', [UNFINISHED_RESTORE]);
}

/** Takes the mark away: from now on the database can be used. */
export async function endRestore(client: ClientBase): Promise<void> {
  await client.query('delete from schema_migrations where name = $1', [UNFINISHED_RESTORE]);
}
