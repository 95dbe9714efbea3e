import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createDatabase, inTransaction, upsertProjectUsers, type Database, type UserSighting } from '@sluice/db';
import { silentLogger } from '@sluice/runtime';
import { startTcpProxy, waitFor, useDatabase, useResource } from '@sluice/testkit';
import { createPendingUsers, flushRegularly, type PendingUsers } from './pendingUsers.js';

/** Through the proxy; of one test, because a pool waits after an outage before it connects again. */
let db: Database;

const database = useDatabase();
const proxy = useResource(
  () => startTcpProxy(Number(new URL(database.url).port)),
  (started) => started.close(),
);
beforeEach(async () => {
  proxy.restore();
  db = createDatabase({ url: proxy.urlFor(database.url), poolSize: 2, applicationName: 'users-test' });
  await database.db.pool.query('truncate project_users');
});
afterEach(() => db.close());

describe('times of users that wait', () => {
  test('are one change a user, written together', async () => {
    const users = createPendingUsers(db, 5_000);
    await leaveOut(users, 1_200, 3, 9, 6);
    expect([users.size(), await lastSeen()]).toEqual([1_200, [0]]);
    await users.flush();
    expect([users.size(), await lastSeen()]).toEqual([0, [9]]);
  });

  test('are limited: further users are written with their event', async () => {
    const users = createPendingUsers(db, 2);
    await leaveOut(users, 3, 3);
    expect([users.size(), users.capacity()]).toEqual([2, 0]);
    await leaveOut(users, 3, 5);
    expect(users.size()).toBe(2);
    expect((await lastSeen()).toSorted()).toEqual([5]);
  });

  test('survive an outage and are merged with later sightings', async () => {
    const users = createPendingUsers(db, 5_000);
    await leaveOut(users, 600, 3);
    proxy.cut();
    await expect(users.flush()).rejects.toThrow();
    expect(users.size()).toBe(600);
    await leaveOut(users, 600, 7);
    proxy.restore();
    await waitFor(() => users.flush().then(() => true), { what: 'the times to be written' });
    expect([users.size(), await lastSeen()]).toEqual([0, [7]]);
  });

  test('are written at the next turn, and at a stop', async () => {
    const users = createPendingUsers(db, 10);
    await leaveOut(users, 2, 3);
    const quick = flushRegularly(users, 10, () => false, silentLogger);
    await quick.start();
    await waitFor(async () => (await lastSeen()).includes(3), { what: 'the written times' });
    await quick.stop();
    await leaveOut(users, 2, 8);
    const away = flushRegularly(users, 10, () => true, silentLogger);
    await away.start();
    expect(users.size()).toBe(2);
    await away.stop();
    expect([users.size(), await lastSeen()]).toEqual([0, [8]]);
  });

  test('are given up at a stop without a database', async () => {
    const users = createPendingUsers(db, 10);
    await leaveOut(users, 2, 3);
    proxy.cut();
    await flushRegularly(users, 60_000, () => false, silentLogger).stop();
    expect(users.size()).toBe(2);
  });
});

/** Users 0 to `count` as the table has them from 1970 on, and left out in the seconds after. */
async function leaveOut(users: PendingUsers, count: number, ...seconds: readonly number[]): Promise<void> {
  const at = (ms: number): UserSighting[] => Array.from({ length: count }, (_, key) => sighting(key, ms));
  for (const second of [0, ...seconds]) {
    const left = await inTransaction(database.db, (tx) => upsertProjectUsers(tx, at(second * 1_000), users.capacity()));
    users.add(left);
  }
}

async function lastSeen(): Promise<readonly number[]> {
  const rows = await database.db.kysely.selectFrom('project_users').select('last_seen').execute();
  return [...new Set(rows.map(({ last_seen }) => last_seen.getTime() / 1_000))];
}

function sighting(key: number, timestampMs: number): UserSighting {
  return {
    projectId: '1',
    userKey: `id:${key}`,
    timestampMs,
    id: `${key}`,
    email: null,
    username: null,
    name: null,
    ip: null,
  };
}
