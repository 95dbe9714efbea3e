import { beforeAll, expect, test } from '@jest/globals';
import { inTransaction, upsertProjectUsers } from '@sluice/db';
import { useApi } from '../../testing/apiHarness.js';
import { useTenant } from '@sluice/testkit';

const HOUR = 3_600_000;
const api = useApi();
const ours = useTenant(api, 'affected');
beforeAll(async () => {
  const users = ['ada', 'bob', 'cleo'].map((id, index) => ({
    projectId: ours.projectId,
    userKey: `id:${id}`,
    timestampMs: api.now - index,
    id,
    email: null,
    username: null,
    name: null,
    ip: null,
  }));
  await inTransaction(api.db, (tx) => upsertProjectUsers(tx, users));
  const counted: readonly (readonly [
    user: string,
    ago: number,
    exceptions: number,
    users: number,
    environment?: string,
  ])[] = [
    ['id:bob', HOUR, 3, 1],
    ['id:bob', 2 * HOUR, 2, 1],
    ['id:ada', HOUR, 4, 1],
    ['', HOUR, 7, 0],
    ['(other)', HOUR, 9, 5],
    ['id:cleo', HOUR, 1, 1, 'staging'],
  ];
  for (const [user, ago, exceptions, count, environment = 'prod'] of counted)
    await api.db.pool.query(`insert into exception_counts values ($1, 1, 'user', $2, $6, $3, $4, $5)`, [
      ours.projectId,
      new Date(api.now - ago),
      user,
      exceptions,
      count,
      environment,
    ]);
});

test('users are sorted by their exceptions in the range, over pages', async () => {
  const first = await read(`users?sort=exceptions&limit=1&${range()}`);
  expect(rows(first)).toEqual(['id:bob 5']);
  const { next } = first as { next: string };
  expect(rows(await read(`users?sort=exceptions&limit=1&cursor=${next}&${range()}`))).toEqual(['id:ada 4']);
  expect(rows(await read(`users?sort=exceptions&query=ad&${range()}`))).toEqual(['id:ada 4']);
});

test('users that were last seen have their exceptions of the range', async () => {
  expect(rows(await read(`users?${range()}`))).toEqual(['id:ada 4', 'id:bob 5', 'id:cleo 1']);
});

test('an environment counts its own exceptions, and its users are the affected ones', async () => {
  expect(rows(await read(`users?sort=exceptions&environment=staging&${range()}`))).toEqual(['id:cleo 1']);
  expect(rows(await read(`users?environment=staging&${range()}`))).toEqual(['id:ada 0', 'id:bob 0', 'id:cleo 1']);
  expect(await read(`user-impact?environment=staging&${range()}`)).toMatchObject({ users: 1, exceptions: 1 });
});

test('the affected users are counted, and the series adds up', async () => {
  const body = (await read(`user-impact?${range()}`)) as { data: readonly { exceptions: number }[] };
  expect(body).toMatchObject({ interval: 'hour', users: 8, exceptions: 26, withoutUser: 7 });
  expect(body.data).toHaveLength(25);
  expect(body.data.reduce((sum, { exceptions }) => sum + exceptions, 0)).toBe(26);
});

test('a timeline without events is empty', async () => {
  expect(await read('users/id:ada/timeline')).toEqual({ data: [], next: null, scannedTo: null });
});

test('a timeline of a kind that does not exist is refused by name', async () => {
  const { status, body } = await api.ask(`${ours.path}/users/id:ada/timeline?kinds=log,crash`, { token: ours.token });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('\\"crash\\" is not a kind')]);
});

test('a user has the exceptions of the range', async () => {
  expect(await read(`users/id:bob?${range()}`)).toMatchObject({ key: 'id:bob', exceptions: 5 });
  expect(await read('users/id:cleo')).toMatchObject({ exceptions: 1 });
});

interface UserRow {
  readonly key: string;
  readonly exceptions: number;
}

async function read(path: string): Promise<unknown> {
  return (await api.ask(`${ours.path}/${path}`, { token: ours.token })).body;
}

function range(): string {
  return `from=${new Date(api.now - 24 * HOUR).toISOString()}&to=${new Date(api.now + HOUR).toISOString()}`;
}

function rows(body: unknown): readonly string[] {
  return (body as { data: readonly UserRow[] }).data.map(({ key, exceptions }) => `${key} ${exceptions}`);
}
