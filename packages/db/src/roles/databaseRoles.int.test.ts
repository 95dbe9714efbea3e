import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { sqlstateOf } from '../connection/classifyError.js';
import { createDatabase, type Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { listPartitions } from '../partitions/listPartitions.js';
import { PARTITIONED_TABLES } from '../partitions/partition.js';
import { copyRows } from '../store/copyRows.js';
import { ARRIVAL, spanRow } from '../testing/samples.js';
import { DATABASE_ROLE_NAMES, DATABASE_ROLES, type DatabaseRole } from './databaseRoles.js';
import { createDatabaseRoles, grantDatabaseRoles } from './grantDatabaseRoles.js';

/** Nobody but the owner: what migrations and housekeeping look at. */
const OWNERS_ONLY = ['schema_migrations', 'losses', 'compared_hours'];
const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const;
const INSUFFICIENT = '42501';

let database: TestDatabase;
const logins = new Map<DatabaseRole, Database>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database.db;
  await createDatabaseRoles(database.db);
  await grantDatabaseRoles(database.db);
  for (const role of DATABASE_ROLE_NAMES) {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const password = randomBytes(12).toString('hex');
    await pool.query(`create role ${name} login password '${password}' in role ${role}`);
    const url = Object.assign(new URL(database.url), { username: name, password });
    logins.set(role, createDatabase({ url: url.href, poolSize: 2, applicationName: name }));
  }
});
afterAll(async () => {
  for (const { pool, close } of logins.values()) {
    const { rows } = await pool.query<{ name: string }>('select current_user as name');
    await close();
    await database.db.pool.query(`drop role ${rows[0]?.name ?? ''}`);
  }
  await database.drop();
});

const as = (role: DatabaseRole): Database => logins.get(role) as Database;
const refusal = (role: DatabaseRole, statement: string): Promise<unknown> =>
  as(role)
    .pool.query(statement)
    .then(() => 'done', sqlstateOf);

async function tables(): Promise<readonly string[]> {
  const { rows } = await database.db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** What a role is said to have on a whole table. */
const granted = (role: DatabaseRole, table: string): readonly string[] =>
  Object.entries<readonly string[]>(DATABASE_ROLES[role].tables)
    .filter(([, names]) => names.includes(table))
    .flatMap(([privileges]) => privileges.split(', '))
    .filter((privilege) => !privilege.includes('('))
    .sort();

describe('a role for each service', () => {
  test('every table is known to a role, or the owner’s alone', async () => {
    const named = DATABASE_ROLE_NAMES.flatMap((role) => Object.values<readonly string[]>(DATABASE_ROLES[role].tables));
    expect([...new Set([...named.flat(), ...OWNERS_ONLY])].sort()).toEqual(await tables());
  });

  test.each(DATABASE_ROLE_NAMES)('%s has what is written, and nothing else', async (role) => {
    for (const table of await tables()) {
      const { rows } = await database.db.pool.query<{ privilege: string }>(
        'select p as privilege from unnest($3::text[]) p where has_table_privilege($1, $2, p)',
        [role, table, PRIVILEGES],
      );
      expect([table, ...rows.map(({ privilege }) => privilege).sort()]).toEqual([table, ...granted(role, table)]);
    }
  });

  test.each<[DatabaseRole, string]>([
    ['sluice_gateway', 'select * from exceptions'],
    ['sluice_gateway', 'select * from logs'],
    ['sluice_gateway', 'select * from project_users'],
    ['sluice_gateway', 'select * from tokens'],
    ['sluice_gateway', `update projects set settings = '{}'`],
    ['sluice_gateway', 'delete from usage'],
    ['sluice_worker', 'select * from spans'],
    ['sluice_worker', 'select payload from exceptions'],
    ['sluice_worker', 'delete from logs'],
    ['sluice_worker', 'select * from tokens'],
    ['sluice_worker', 'select * from project_keys'],
    ['sluice_api', 'insert into logs select * from logs'],
    ['sluice_api', `update exceptions set message = 'x'`],
    ['sluice_api', 'delete from spans'],
    ['sluice_api', 'insert into usage select * from usage'],
    ['sluice_api', `insert into tokens (organization_id, digest, hint, scopes) values (1, 'x', 'x', '{}')`],
    ['sluice_api', `update tokens set scopes = '{project:admin}'`],
    ['sluice_api', 'update tokens set revoked_at = null'],
    ['sluice_api', 'update projects set organization_id = 1'],
    ['sluice_api', 'select * from dead_letters'],
    ['sluice_sourcemaps', 'select * from exceptions'],
    ['sluice_sourcemaps', 'select * from project_users'],
    ['sluice_sourcemaps', 'update tokens set expires_at = null'],
    ...DATABASE_ROLE_NAMES.flatMap((role): [DatabaseRole, string][] => [
      [role, 'select * from schema_migrations'],
      [role, 'create table mine (a int)'],
      [role, 'drop table logs'],
      [role, 'truncate receipts'],
      [role, 'alter table tokens add column a int'],
      [role, `copy usage to program 'true'`],
    ]),
  ])('%s may not: %s', async (role, statement) => expect(await refusal(role, statement)).toBe(INSUFFICIENT));

  test('a worker adds events where there is a partition, and makes one where there is none', async () => {
    const db = as('sluice_worker');
    const room = { tables: PARTITIONED_TABLES, interval: 'hour', fromMs: ARRIVAL, throughMs: ARRIVAL } as const;
    expect((await ensurePartitions(db, room)).length).toBe(PARTITIONED_TABLES.length);
    expect(await ensurePartitions(db, room)).toEqual([]);
    await inTransaction(db, (tx) => copyRows(tx, 'spans', [spanRow(1)]));
    expect((await database.db.pool.query('select * from spans')).rowCount).toBe(1);
    expect((await listPartitions(database.db, 'spans')).map(({ detaching }) => detaching)).toEqual([false]);
  });

  test.each([
    ['tokens', 'tokens_p20250101', '', '{}'],
    ['spans', 'tokens', '', '{}'],
    ['spans', 'spans_p2025010100; drop table tokens', '', '{}'],
    ['spans', 'spans_p2025010100', 'fillfactor = 70) tablespace x --', '{}'],
    ['pg_class', 'pg_class_p20250101', '', '{}'],
    ['nothing', 'nothing_p20250101', '', '{}'],
  ])('make_partition does nothing else: %s, %s, %s', async (parent, child, options, columns) => {
    const { pool } = as('sluice_worker');
    const call = pool.query(`select make_partition($1, $2, '2025-01-01', '2025-01-02', $3, $4, '{}')`, [
      parent,
      child,
      options,
      columns,
    ]);
    expect(await call.then(() => 'done', sqlstateOf)).toBe('22023');
  });

  test.each(DATABASE_ROLE_NAMES.filter((role) => role !== 'sluice_worker'))('%s makes no partitions', async (role) => {
    const call = `select make_partition('spans', 'spans_p20250101', 'a', 'b', '', '{}', '{}')`;
    expect(await refusal(role, call)).toBe(INSUFFICIENT);
  });

  test('granting again takes away what was added by hand', async () => {
    const { db } = database;
    await db.pool.query('grant select on tokens to sluice_gateway');
    expect(await refusal('sluice_gateway', 'select * from tokens')).toBe('done');
    expect(await createDatabaseRoles(db)).toEqual([]);
    expect(await grantDatabaseRoles(db)).toEqual(DATABASE_ROLE_NAMES);
    expect(await refusal('sluice_gateway', 'select * from tokens')).toBe(INSUFFICIENT);
  });
});
