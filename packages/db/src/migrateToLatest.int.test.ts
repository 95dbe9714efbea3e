import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { createDatabase } from './connection/createDatabase.js';
import { migrateToLatest, pendingMigrations } from './migrateToLatest.js';
import { MIGRATIONS } from './migrations/all.js';

describe('migrateToLatest', () => {
  let test_: TestDatabase;
  beforeAll(async () => {
    test_ = await createTestDatabase({ migrated: false });
  });
  afterAll(() => test_.drop());

  test('five at once apply every step once, in order', async () => {
    const names = MIGRATIONS.map((migration) => migration.name);
    expect(await pendingMigrations(test_.db)).toEqual(names);
    const databases = names.map(() => createDatabase({ url: test_.url, poolSize: 1, applicationName: 'migrator' }));
    const results = await Promise.all([...databases, test_.db].map((db) => migrateToLatest(db)));
    await Promise.all(databases.map((db) => db.close()));
    expect(results.filter((applied) => applied.length > 0)).toEqual([names]);
    expect(await pendingMigrations(test_.db)).toEqual([]);
    expect(await migrateToLatest(test_.db)).toEqual([]);
  });

  test('steps are numbered in the order of application', () => {
    const names = MIGRATIONS.map((migration) => migration.name);
    expect(names).toEqual([...names].sort());
    expect(names.every((name, index) => name.startsWith(String(index + 1).padStart(4, '0')))).toBe(true);
  });

  test('a step of a newer version is no problem for older code', async () => {
    await test_.db.pool.query(`insert into schema_migrations (name) values ('9999-from-the-future')`);
    expect(await pendingMigrations(test_.db)).toEqual([]);
    expect(await migrateToLatest(test_.db)).toEqual([]);
  });
});
