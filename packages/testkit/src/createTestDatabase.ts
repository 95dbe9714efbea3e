import type { Database } from '@sluice/db';
import { randomBytes } from 'node:crypto';
import { citusDatabases, type CitusDatabases } from './citus/citusDatabases.js';

/** A database of one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Connected to it, with a small pool. */
  readonly db: Database;
  /** Closes `db` and drops the database, even if other clients are connected. Call it in `afterAll`. */
  readonly drop: () => Promise<void>;
}

/** How a test's database differs from the usual one. */
export interface TestDatabaseOptions {
  /** False: an empty database without tables. */
  readonly migrated?: boolean;
  /** Connections of `db`; 10 when unset. */
  readonly poolSize?: number;
}

const TEMPLATE = 'sluice_template';
/** Held while the template is made, so that parallel test files make it once. */
const TEMPLATE_LOCK = 7_501_871;

/** The shared server's URL: the run's own, or `TEST_POSTGRES_URL` to test on another version. */
function testPostgresUrl(): string {
  const url = process.env['TEST_RUN_CITUS'] ?? process.env['TEST_POSTGRES_URL'] ?? process.env['TEST_RUN_POSTGRES'];
  if (url === undefined) throw new Error('No PostgreSQL for tests: is this file matched by the int or e2e project?');
  return url;
}

/** Clones the migrated template into a new database of the run's PostgreSQL. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrated = true, poolSize = 10 } = options;
  const { createDatabase } = await import('@sluice/db');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const { url, remove } = await (isCitusRun() ? createOnCitus(name, migrated) : createOnServer(name, migrated));
  const db = createDatabase({ url, poolSize, applicationName: 'test' });
  let dropped: Promise<void> | undefined;
  const drop = async (): Promise<void> => {
    await db.close();
    await remove();
  };
  return { url, db, drop: () => (dropped ??= drop()) };
}

/** Whether databases of tests are distributed over a Citus cluster (`npm run test:citus`). */
export const isCitusRun = (): boolean => process.env['TEST_RUN_CITUS'] !== undefined;

interface CreatedDatabase {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

async function createOnServer(name: string, migrated: boolean): Promise<CreatedDatabase> {
  await withAdmin(async (admin) => {
    if (migrated) await ensureTemplate(admin, () => makeTemplate(admin));
    // Copying files is ten times faster than logging their pages.
    await admin.pool.query(`CREATE DATABASE ${name} TEMPLATE ${migrated ? TEMPLATE : 'template1'} STRATEGY FILE_COPY`);
  });
  const remove = async (): Promise<void> => {
    await withAdmin((admin) => admin.pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  };
  return { url: urlOfDatabase(name), remove };
}

async function createOnCitus(name: string, migrated: boolean): Promise<CreatedDatabase> {
  const cluster = await citusDatabases(testPostgresUrl());
  if (!migrated) return { url: await cluster.create(name), remove: () => cluster.drop(name) };
  await withAdmin((admin) => ensureTemplate(admin, () => makeDistributedTemplate(cluster)));
  return { url: await cluster.copy(name, TEMPLATE), remove: () => cluster.drop(name) };
}

/** Makes the template unless a test file of this run already has. */
async function ensureTemplate(admin: Database, make: () => Promise<void>): Promise<void> {
  const client = await admin.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rows.length > 0) return;
    await make();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    client.release();
  }
}

/** Renamed when complete: a template that exists is a whole one. */
const DRAFT = `${TEMPLATE}_draft`;

async function makeTemplate({ pool }: Database): Promise<void> {
  await pool.query(`DROP DATABASE IF EXISTS ${DRAFT} WITH (FORCE)`);
  await pool.query(`CREATE DATABASE ${DRAFT}`);
  await migrate(urlOfDatabase(DRAFT));
  await pool.query(`ALTER DATABASE ${DRAFT} RENAME TO ${TEMPLATE}`);
}

async function makeDistributedTemplate(cluster: CitusDatabases): Promise<void> {
  await cluster.drop(DRAFT);
  await cluster.createMigrated(DRAFT);
  await cluster.rename(DRAFT, TEMPLATE);
}

async function migrate(url: string): Promise<void> {
  const { createDatabase, migrateToLatest } = await import('@sluice/db');
  const db = createDatabase({ url, poolSize: 2, applicationName: 'test-migrate' });
  try {
    await migrateToLatest(db);
  } finally {
    await db.close();
  }
}

async function withAdmin<T>(work: (admin: Database) => Promise<T>): Promise<T> {
  const { createDatabase } = await import('@sluice/db');
  const admin = createDatabase({ url: testPostgresUrl(), poolSize: 2, applicationName: 'test-admin' });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

function urlOfDatabase(name: string): string {
  const url = new URL(testPostgresUrl());
  url.pathname = `/${name}`;
  return url.href;
}
