import { Client, type ClientBase } from 'pg';
import type { Logger } from '@sluice/runtime';
import { sqlstateOf } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { MIGRATIONS } from './all.js';
import type { Migration, ServerFacts } from './migration.js';

/** `server_version_num` of the oldest PostgreSQL that is tested. */
const OLDEST_SERVER = 150_000;

/** How long a process waits for another one that migrates. */
const TURN_MS = 120_000;

/** How long a step may wait for a table's lock before it is tried again. A longer wait would block all traffic behind it. */
const STEP_LOCK_MS = 2_000;
const STEP_ATTEMPTS = 10;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Applies every missing step and returns their names. Any number of processes may call it at once, while older code runs:
 * one migrates, the others wait and then have nothing to do. Steps of a newer version are left as they are.
 * @throws one sentence if the server is too old, another process migrates for too long, or a step cannot get its lock
 */
export async function migrateToLatest(
  db: Database,
  logger?: Logger,
  steps: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  const client = unhurriedClient(db);
  try {
    await client.connect();
    const facts = await beginMigration(client);
    const applied: string[] = [];
    for (const migration of await missingSteps(client, steps)) {
      await apply(client, migration, facts);
      logger?.info({ migration: migration.name }, 'migration applied');
      applied.push(migration.name);
    }
    return applied;
  } finally {
    // Closing the session releases its advisory lock, whatever went wrong.
    await client.end().catch(() => undefined);
  }
}

/**
 * A separate connection without a statement timeout: on a large table a step may take longer than a query of a service may.
 * TCP keepalive ends it if the server is unreachable.
 */
function unhurriedClient({ pool }: Database): Client {
  const client = new Client({ ...pool.options, keepAlive: true, statement_timeout: 0, query_timeout: 0 });
  // A connection that breaks also rejects the running query; without a listener it would end the process.
  client.on('error', () => undefined);
  return client;
}

/** Returns the names of the steps of this code that the database lacks, in order. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  const client = await db.pool.connect();
  let finished = false;
  try {
    const missing = await missingSteps(client, MIGRATIONS);
    finished = true;
    return missing.map((migration) => migration.name);
  } finally {
    client.release(!finished);
  }
}

async function beginMigration(client: ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<{ version: number; name: string; lz4: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       (select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression') as lz4`,
  );
  const [server] = rows;
  if (server === undefined || server.version < OLDEST_SERVER) {
    throw new Error(`PostgreSQL ${server?.name ?? '?'} is too old: 15 or newer is needed`);
  }
  // Overrides a limit of the role or the database.
  await client.query('set statement_timeout = 0');
  await takeTurn(client);
  await client.query(
    `create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
  );
  return { lz4: server.lz4 };
}

async function takeTurn(client: ClientBase): Promise<void> {
  const deadline = Date.now() + TURN_MS;
  await client.query(`set lock_timeout = ${STEP_LOCK_MS}`);
  for (;;) {
    try {
      await client.query(`select pg_advisory_lock(hashtext('sluice.migrations'))`);
      return;
    } catch (error) {
      if (sqlstateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (Date.now() < deadline) continue;
      throw new Error('another process has been migrating the database for two minutes; look at its log', {
        cause: error,
      });
    }
  }
}

async function missingSteps(client: ClientBase, steps: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    `select to_regclass('schema_migrations') is not null as present`,
  );
  if (tables[0]?.present !== true) return steps;
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  return steps.filter((migration) => !applied.has(migration.name));
}

async function apply(client: ClientBase, migration: Migration, facts: ServerFacts): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      for (const statement of migration.statements(facts)) await client.query(statement);
      await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (sqlstateOf(error) === LOCK_NOT_AVAILABLE && attempt < STEP_ATTEMPTS) continue;
      throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}
