import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, waitFor, type TestDatabase } from '@sluice/testkit';
import { createDatabase, type Database } from '../connection/createDatabase.js';
import { readSchemaState } from './appliedSteps.js';
import { databaseProblem } from './databaseProblem.js';
import { migrateToLatest, pendingMigrations } from './migrateToLatest.js';
import { MIGRATIONS } from './all.js';

const SLOW = `select pg_advisory_xact_lock(hashtext('test.slow'))`;

describe('migrateToLatest', () => {
  let test_: TestDatabase;
  beforeEach(async () => {
    test_ = await createTestDatabase();
  });
  afterEach(() => test_.drop());

  test('a service is not ready before all migrations are applied, and names the command to run', async () => {
    await useEmpty();
    const problem = await databaseProblem(test_.db);
    expect(problem).toMatch(/migration 0101-\S+ and \d+ more pending\. Run: sluice migrate$/);
  });

  test('five concurrent runs apply each migration once, in order', async () => {
    await useEmpty();
    const names = MIGRATIONS.map((migration) => migration.name);
    expect(await pendingMigrations(test_.db)).toEqual(names);
    const databases = Array.from({ length: 4 }, () =>
      createDatabase({ url: test_.url, poolSize: 1, applicationName: 'migrator' }),
    );
    const results = await Promise.all([...databases, test_.db].map((db) => migrateToLatest(db)));
    await Promise.all(databases.map((db) => db.close()));
    expect(results.filter((applied) => applied.length > 0)).toEqual([names]);
    expect(await pendingMigrations(test_.db)).toEqual([]);
    expect(await migrateToLatest(test_.db)).toEqual([]);
  });

  // `create index concurrently` waits for each transaction that has a snapshot at its beginning, until it ends.
  test('a process that waits for its turn has no transaction open between its attempts', async () => {
    const waiting = createDatabase({ url: test_.url, poolSize: 1, applicationName: 'migrator' });
    const holder = await test_.db.pool.connect();
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('sluice.migrations'))`);
    const step = { name: '9994-waits', statements: () => [] };
    const migrated = migrateToLatest(waiting, undefined, [...MIGRATIONS, step]);
    await waitFor(async () => {
      const { rows } = await test_.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and query = 'rollback' and state = 'idle'`,
      );
      return rows.length > 0;
    });
    await holder.query('rollback');
    holder.release();
    expect(await migrated).toEqual(['9994-waits']);
    await waiting.close();
    await test_.db.pool.query(`delete from schema_migrations where name = '9994-waits'`);
  });

  test('a migration may exceed the statement timeout of a service', async () => {
    const hurried = createDatabase({ url: test_.url, poolSize: 1, applicationName: 'migrator', statementMs: 50 });
    const holder = await test_.db.pool.connect();
    await holder.query(`select pg_advisory_lock(hashtext('test.slow'))`);
    // The step waits for a lock that is released only after the time limit has passed.
    const step = { name: '9995-slow', statements: () => [`set local lock_timeout = 0`, SLOW] };
    const migrated = migrateToLatest(hurried, undefined, [...MIGRATIONS, step]);
    await waitFor(async () => (await outlasted(test_.db, 100)).length > 0);
    await holder.query(`select pg_advisory_unlock(hashtext('test.slow'))`);
    holder.release();
    expect(await migrated).toEqual(['9995-slow']);
    await hurried.close();
  });

  test('a service is ready once every step is applied, while the server answers', async () => {
    expect(await databaseProblem(test_.db)).toBeUndefined();
    const closed = createDatabase({ url: test_.url, poolSize: 1, applicationName: 'closed' });
    expect(await databaseProblem(closed)).toBeUndefined();
    await closed.close();
    expect(await databaseProblem(closed)).toContain('PostgreSQL does not answer');
  });

  test('steps are numbered in the order of application', () => {
    const names = MIGRATIONS.map((migration) => migration.name);
    expect(names).toEqual([...names].sort());
    expect(names.every((name) => /^\d{4}-/.test(name))).toBe(true);
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });

  test('older code is ready on a newer schema until a step has removed what it uses', async () => {
    const { db } = test_;
    const known = MIGRATIONS.at(-1)?.name ?? '';
    const additive = { name: '9996-additive', statements: () => [] };
    const afterKnown = { name: '9997-after-known', statements: () => [], compatibleSince: known };
    const breaking = { name: '9998-removes', statements: () => [], compatibleSince: '9996-additive' };
    const newer = [...MIGRATIONS, additive, afterKnown];
    expect(await migrateToLatest(db, undefined, newer)).toEqual(['9996-additive', '9997-after-known']);
    expect(await databaseProblem(db)).toBeUndefined();
    expect(await migrateToLatest(db, undefined, [...newer, breaking])).toEqual(['9998-removes']);
    // A running process notices it, too.
    expect(await databaseProblem(db)).toBe(
      'the schema is newer than this version: migration 9998-removes removed what it uses. Deploy the newer version',
    );
    expect((await readSchemaState(db.pool, [...newer])).refusal).toBeUndefined();
    // A rollback ends where its services would not become ready.
    await expect(migrateToLatest(db)).rejects.toThrow('9998-removes removed what it uses. Deploy the newer version.');
  });

  test('a database of an earlier version, without the range of compatible code, is read and migrated', async () => {
    const { db } = test_;
    await db.pool.query('alter table schema_migrations drop column compatible_since');
    expect(await databaseProblem(db)).toBeUndefined();
    const step = { name: '9999-next', statements: () => [], compatibleSince: '9999-next' };
    expect(await migrateToLatest(db, undefined, [...MIGRATIONS, step])).toEqual(['9999-next']);
    expect(await databaseProblem(db)).toContain('Deploy the newer version');
  });

  async function useEmpty(): Promise<void> {
    await test_.drop();
    test_ = await createTestDatabase({ migrated: false });
  }
});

/** Sessions whose {@link SLOW} statement has run for more than so many milliseconds, by the server's clock. */
async function outlasted(db: Database, ms: number): Promise<readonly unknown[]> {
  const { rows } = await db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where query = $1 and clock_timestamp() - query_start > $2 * interval '1 ms'`,
    [SLOW, ms],
  );
  return rows;
}
