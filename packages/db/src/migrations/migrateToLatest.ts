import type { ClientBase } from 'pg';
import type { Logger } from '@sluice/runtime';
import type { Database } from '../connection/createDatabase.js';
import { MIGRATIONS } from './all.js';
import { ensureStepsTable, readSchemaState } from './appliedSteps.js';
import { buildIndex } from './buildIndex.js';
import type { Migration, ServerFacts } from './migration.js';
import { acquireMigrationLock, type MigrationLock } from './migrationLock.js';
import { openMigrationClient } from './openMigrationClient.js';
import { runStep } from './runStep.js';
import { describeRefusal } from './schemaRefusal.js';

/** `server_version_num` of the oldest PostgreSQL that is tested. */
const OLDEST_SERVER = 150_000;

/**
 * Applies every missing step and returns their names. Any number of processes may call it at once, while older code runs:
 * one migrates, the others wait and then have nothing to do. Where nothing is missing, a call waits for nobody. After an interruption the next call goes on with the step that was
 * interrupted. Steps of a newer version are left as they are.
 * @throws one sentence if this code cannot run with a step of a newer version, some former steps are missing, the server is too old, another process migrates for too long, or a step cannot get its lock
 */
export async function migrateToLatest(
  db: Database,
  logger?: Logger,
  steps: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  // A backup has the lock for long. Steps are only added: what is complete without the lock is complete with it.
  if ((await missingOf(db.pool, steps)).length === 0) return [];
  const lock = await acquireMigrationLock(db);
  try {
    const client = await openMigrationClient(db);
    try {
      await ensureStepsTable(client);
      await missingOf(client, steps);
      return await applyMissing({ client, lock, logger }, steps);
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await lock.release();
  }
}

/** @throws one sentence if this code can neither run on the database nor migrate it */
async function missingOf(
  client: Pick<ClientBase, 'query'>,
  steps: readonly Migration[],
): Promise<readonly Migration[]> {
  const { missing, refusal } = await readSchemaState(client, steps);
  if (refusal !== undefined) throw new Error(`${describeRefusal(refusal)}.`);
  return missing;
}

/** Returns the names of the steps of this code that the database lacks, in order. */
export async function pendingMigrations({ pool }: Database): Promise<readonly string[]> {
  const { missing } = await readSchemaState(pool);
  return missing.map((migration) => migration.name);
}

/** Returns the names of the steps of a newer version. @throws one sentence if this code can neither run on the database nor migrate it */
export async function newerMigrations({ pool }: Database): Promise<readonly string[]> {
  const { newer, refusal } = await readSchemaState(pool);
  if (refusal !== undefined) throw new Error(`${describeRefusal(refusal)}.`);
  return newer;
}

/** A process that migrates. */
interface Migrator {
  readonly client: ClientBase;
  readonly lock: MigrationLock;
  readonly logger?: Logger | undefined;
}

/** Applies or records the steps that the database lacks, whatever else it has, and returns their names. The table of steps exists. */
export async function applyMissing(migrator: Migrator, steps: readonly Migration[]): Promise<readonly string[]> {
  const facts = await readServerFacts(migrator.client);
  const { missing, replaced } = await readSchemaState(migrator.client, steps);
  if (replaced.length > 0) await record(migrator, replaced);
  for (const migration of missing.filter((step) => !replaced.includes(step))) {
    await apply(migrator, migration, facts);
    migrator.logger?.info({ migration: migration.name }, 'migration applied');
  }
  return missing.map(({ name }) => name);
}

/** Without `compatible_since`: code that knows the former steps may run on what they have made. */
async function record({ client, lock, logger }: Migrator, replaced: readonly Migration[]): Promise<void> {
  const migrations = replaced.map(({ name }) => name);
  await lock.check();
  await runStep(client, [
    { text: 'insert into schema_migrations (name) select unnest($1::text[])', values: [migrations] },
  ]);
  logger?.info({ migrations }, 'migrations recorded, which former ones have done');
}

async function readServerFacts(client: ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<{ version: number; name: string; lz4: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       (select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression') as lz4`,
  );
  const [server] = rows;
  if (server === undefined || server.version < OLDEST_SERVER) {
    throw new Error(`PostgreSQL ${server?.name ?? '?'} is too old: 15 or newer is needed`);
  }
  return { lz4: server.lz4 };
}

async function apply({ client, lock, logger }: Migrator, migration: Migration, facts: ServerFacts): Promise<void> {
  const { name, indexes = [], compatibleSince = null } = migration;
  try {
    for (const index of indexes) {
      await lock.check();
      await buildIndex(client, index, (built) => logger?.info({ migration: name, index: built }, 'index built'));
    }
    await lock.check();
    await runStep(client, [
      ...migration.statements(facts),
      {
        text: 'insert into schema_migrations (name, compatible_since) values ($1, $2)',
        values: [name, compatibleSince],
      },
    ]);
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
