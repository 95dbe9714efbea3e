import { fillTables } from './fillTables.mjs';
import { someIds } from './someIds.mjs';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the database `name`, which is made and filled unless it exists, and migrated; and a session of the project's owner. */
export async function openTables(serverUrl, name, size) {
  const { createDatabase, migrateToLatest } = await import('../../../packages/db/dist/index.js');
  const admin = createDatabase({ url: serverUrl, poolSize: 1, applicationName: 'bench' });
  const { rowCount } = await admin.pool.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.pool.query(`create database ${name}`);
  await admin.close();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = createDatabase({ url: url.href, poolSize: 2, applicationName: 'bench', statementMs: 3_600_000 });
  await migrateToLatest(db);
  const projectId = rowCount === 0 ? await makeProject(db, name, size) : await findProject(db);
  const session = await signIn(db);
  const ids = await someIds(db.pool, projectId);
  await db.close();
  return { url: url.href, session, ids };
}

async function signIn(db) {
  const { OPERATOR } = await import('../../../packages/contract/dist/index.js');
  const { addMember, createSession, createUser, findUser, inTransaction } =
    await import('../../../packages/db/dist/index.js');
  const email = 'owner@bench.example';
  const { rows } = await db.pool.query(`select id from organizations where slug = 'bench'`);
  const { id: userId } = (await findUser(db, email)) ?? (await createUser(db, { email }));
  await inTransaction(db, (tx) => addMember(tx, { organizationId: rows[0].id, userId }, 'owner', OPERATOR));
  const made = { method: 'password', address: '127.0.0.1', network: '127.0.0.1', userAgent: 'bench' };
  return createSession(db, userId, { ...made, nowMs: Date.now(), lifetimeMs: DAY_MS });
}

async function findProject(db) {
  const { rows } = await db.pool.query(`select id from projects where slug = 'bench'`);
  return rows[0].id;
}

async function makeProject(db, name, size) {
  const { createOrganization, createProject, ensurePartitions, PARTITIONED_TABLES } =
    await import('../../../packages/db/dist/index.js');
  await createOrganization(db, 'bench');
  const { project } = await createProject(db, { organization: 'bench', project: 'bench' });
  const toMs = Date.now();
  const fromMs = toMs - DAYS * DAY_MS;
  await ensurePartitions(db, { tables: PARTITIONED_TABLES, interval: 'day', fromMs, throughMs: toMs });
  await fillTables(db, { projectId: project.id, fromMs, toMs, ...size });
  const seconds = Math.round((Date.now() - toMs) / 1000);
  console.log(`${name}: ${size.spans} spans, ${size.exceptions} exceptions in ${seconds} s`);
  return project.id;
}
