import { beforeAll, expect, test } from '@jest/globals';
import { occurrence, storeOccurrences, ARRIVAL, useDatabase } from '@sluice/testkit';
import { inTransaction, upsertProjectUsers } from '@sluice/db';
import { listUsers } from './listUsers.js';
import { readUser } from './readUser.js';

const COUNT = 40;
const database = useDatabase();
beforeAll(async () => {
  const sightings = Array.from({ length: COUNT }, (_, index) => ({
    projectId: '1',
    userKey: `id:${index}`,
    timestampMs: ARRIVAL - Math.floor(index / 2) * 900_000,
    id: String(index),
    email: index === 7 ? 'Ada%@example.com' : null,
    username: null,
    name: null,
    ip: null,
  }));
  await inTransaction(database.db, (tx) => upsertProjectUsers(tx, sightings));
});

const page = { limit: 7, fromMs: 0, toMs: Date.UTC(2100, 0), after: undefined };

test('users are listed once over all pages, most recently seen first', async () => {
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const found = await listUsers(database.db, '1', { ...page, after });
    keys.push(...found.rows.map(({ key }) => key));
    after = found.next;
  } while (after !== undefined);
  expect(new Set(keys).size).toBe(COUNT);
  expect(keys.map((key) => Math.floor(Number(key.slice(3)) / 2))).toEqual(
    Array.from({ length: COUNT }, (_, index) => Math.floor(index / 2)),
  );
});

test('a search matches a part of their fields', async () => {
  expect((await listUsers(database.db, '1', page, 'ada%@')).rows.map(({ key }) => key)).toEqual(['id:7']);
  const late = await listUsers(database.db, '1', { ...page, fromMs: ARRIVAL - 900_000 });
  expect(late.rows.map(({ key }) => key).sort()).toEqual(['id:0', 'id:1', 'id:2', 'id:3']);
  expect((await listUsers(database.db, '2', page)).rows).toEqual([]);
});

test('a user has the issues that affected them', async () => {
  const [issue] = await storeOccurrences(database.db, occurrence(0, { userKey: 'id:3' }));
  expect((await readUser(database.db, '1', 'id:3'))?.issues).toMatchObject([{ id: issue, title: 'title 0' }]);
  expect(await readUser(database.db, '2', 'id:3')).toBeUndefined();
});
