import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createUser, disableUser, listAccounts } from '@sluice/db';
import { findLink } from '@sluice/identity/statements';
import { createTenant, createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { firstLink } from './firstLink.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const nowMs = Date.now();

describe('the link of the first start', () => {
  test('signs in the owner of the demo, for 15 minutes', async () => {
    await createTenant(database.db, 'demo');
    const link = await make('demo');
    expect(link).toMatch(/^http:\/\/localhost:8000\/sign-in\?token=[\w-]{43}$/);
    expect(await linkOf(link)).toMatchObject({ purpose: 'sign_in', expiresAt: new Date(nowMs + 900_000) });
    expect(await listAccounts(database.db)).toMatchObject([
      { email: 'owner@localhost', organizations: ['demo:owner'] },
    ]);
  });

  test('without a demo signs in a user without an organization', async () => {
    expect(await linkOf(await make())).toMatchObject({ purpose: 'sign_in', email: 'owner@localhost' });
    expect(await listAccounts(database.db)).toMatchObject([{ organizations: [] }]);
  });

  test('each start ends the links of earlier ones and adds no member', async () => {
    const first = await make();
    await createTenant(database.db, 'demo');
    const second = await make('demo');
    expect([await linkOf(first), (await linkOf(second))?.email]).toEqual([undefined, 'owner@localhost']);
    expect(await listAccounts(database.db)).toMatchObject([{ organizations: [] }]);
  });

  test('makes no link if the first user is another one or disabled', async () => {
    await createUser(database.db, { email: 'ada@example.com' });
    expect(await make()).toBeUndefined();
    await createUser(database.db, { email: 'owner@localhost' });
    await disableUser(database.db, 'owner@localhost');
    expect(await make()).toBeUndefined();
  });
});

function make(organization?: string): Promise<string | undefined> {
  return firstLink(database.db, { baseUrl: 'http://localhost:8000', organization, nowMs });
}

function linkOf(link: string | undefined) {
  return findLink(database.db, new URL(link ?? '').searchParams.get('token') ?? '', nowMs);
}
