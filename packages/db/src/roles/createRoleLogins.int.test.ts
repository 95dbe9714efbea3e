import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, isCitusRun, type TestDatabase } from '@sluice/testkit';
import { createDatabase } from '../connection/createDatabase.js';
import { pendingMigrations } from '../migrations/migrateToLatest.js';
import { createRoleLogins } from './createRoleLogins.js';
import { createDatabaseRoles, grantDatabaseRoles } from './grantDatabaseRoles.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await createDatabaseRoles(database.db);
  await grantDatabaseRoles(database.db);
});
afterAll(async () => {
  await database.db.pool.query('drop role if exists sluice_gateway_1, sluice_api_1');
  await database.drop();
});

describe('logins of the roles', () => {
  test('are created with the privileges of their role and a hashed password, which a second call changes', async () => {
    expect(await createRoleLogins(database.db, { sluice_gateway: 'first', sluice_api: 'ä/b@c' })).toEqual([
      'sluice_gateway_1',
      'sluice_api_1',
    ]);
    expect(await signIn('sluice_gateway_1', 'first')).toMatchObject({ user: 'sluice_gateway_1', gateway: true });
    expect(await signIn('sluice_api_1', encodeURIComponent('ä/b@c'))).toMatchObject({ gateway: false });
    expect(await createRoleLogins(database.db, { sluice_gateway: 'second' })).toEqual(['sluice_gateway_1']);
    expect(await signIn('sluice_gateway_1', 'second')).toMatchObject({ user: 'sluice_gateway_1' });
    const url = Object.assign(new URL(database.url), {
      username: 'sluice_api_1',
      password: encodeURIComponent('ä/b@c'),
    });
    const api = createDatabase({ url: url.href, poolSize: 1, applicationName: 'api' });
    // With this, containers wait for the schema.
    expect(await pendingMigrations(api)).toEqual([]);
    await api.close();
    // The cluster of Citus tests trusts its clients.
    if (isCitusRun()) return;
    await expect(signIn('sluice_gateway_1', 'first')).rejects.toThrow('password authentication failed');
  });
});

/** Returns the user and roles of a session with this password. */
async function signIn(user: string, password: string): Promise<unknown> {
  const url = Object.assign(new URL(database.url), { username: user, password });
  const db = createDatabase({ url: url.href, poolSize: 1, applicationName: user });
  try {
    const { rows } = await db.pool.query(
      `select current_user as "user", pg_has_role('sluice_gateway', 'usage') as gateway, rolpassword
         from pg_roles where rolname = current_user`,
    );
    return rows[0];
  } finally {
    await db.close();
  }
}
