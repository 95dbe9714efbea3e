import { expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { waitFor, useDatabase } from '@sluice/testkit';
import { inTransaction, createOrganization, addMember, removeMember, createUser } from '@sluice/db';
import { createLink, findLink, LinkExpiredError, useLink } from './links.js';
import { createResetLink } from './resetLinks.js';

const { db } = useDatabase();

test('a link that two requests have found is used by one of them', async () => {
  const nowMs = Date.now();
  const email = 'once@example.com';
  const made = { purpose: 'sign_in', email, createdBy: OPERATOR.label, nowMs, lifetimeMs: 60_000 } as const;
  const { secret } = await createLink(db, made);
  const link = await findLink(db, secret, nowMs);
  if (link === undefined) throw new Error('the link was not found');
  const use = (): Promise<void> => inTransaction(db, (tx) => useLink(tx, link, nowMs));
  await use();
  await expect(use()).rejects.toThrow(LinkExpiredError);
});

test('of concurrent requests for a reset link, five make one', async () => {
  const user = await createUser(db, { email: 'reset@example.com' });
  const times = { nowMs: Date.now(), lifetimeMs: 60_000 };
  const made = await Promise.all(Array.from({ length: 8 }, () => createResetLink(db, user, times)));
  expect(made.filter((link) => link !== undefined)).toHaveLength(5);
  expect(await createResetLink(db, user, { ...times, nowMs: times.nowMs + 60_000 })).toBeDefined();
});

test('the end of a membership waits for another one that is not committed, and then the last owner stays', async () => {
  const { id: organizationId } = await createOrganization(db, 'acme');
  const owner = async (email: string): Promise<string> => {
    const { id } = await createUser(db, { email });
    await inTransaction(db, (tx) => addMember(tx, { organizationId, userId: id }, 'owner', OPERATOR));
    return id;
  };
  const [first, second] = [await owner('first@example.com'), await owner('second@example.com')];
  const client = await db.pool.connect();
  let leaving: Promise<unknown>;
  try {
    await client.query('begin');
    await client.query('select from organizations where id = $1 for no key update', [organizationId]);
    await client.query('delete from memberships where organization_id = $1 and user_id = $2', [organizationId, first]);
    leaving = removeMember(db, { organizationId, userId: second }, { actor: OPERATOR }).then(
      () => 'left',
      (error: unknown) => error,
    );
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const isWaiting = waitFor(async () => (await db.pool.query(waiting)).rowCount === 1, {
      what: 'the one that waits',
    });
    expect(await Promise.race([leaving, isWaiting])).toBe(true);
    await client.query('commit');
  } finally {
    client.release(true);
  }
  expect(await leaving).toMatchObject({ code: 'last_owner' });
});
