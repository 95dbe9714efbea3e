import { beforeAll, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { copyRows, ensurePartitions, inTransaction } from '@sluice/db';
import { upsertReplaySessions } from '@sluice/visits';
import { useApi } from '../../testing/apiHarness.js';
import { storeThrown } from '../../testing/storeThrown.js';
import { useTenant } from '@sluice/testkit';

const HOUR = 3_600_000;
const USERS = ['id:1', 'id:2', 'id:3', 'id:4'];
let issue: string;
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 24 * HOUR, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions', 'replays', 'replay_sessions'], ...days });
  [issue = ''] = await storeThrown(
    api,
    tenant,
    USERS.map((user) => ({ user, replay: `replay of ${user}` })),
  );
  await api.db.pool.query(
    `insert into project_users (project_id, user_key, name, email, username, first_seen, last_seen)
     select $1, key, name, email, username, now(), now() from (values
       ('id:1', 'Ada', 'ada@example.com', 'ada'), ('id:2', '', 'grace@example.com', null), ('id:3', null, null, 'edsger'),
       ('id:4', null, null, null)) as u (key, name, email, username)
     union all select 0, 'id:4', 'of another project', null, null, now(), now()`,
    [tenant.projectId],
  );
  for (const [index, user] of USERS.entries()) await storeReplay(user, index);
});

type Row = Readonly<Record<string, unknown>>;
const NAMES: Readonly<Record<string, string | null>> = {
  'id:1': 'Ada',
  'id:2': 'grace@example.com',
  'id:3': 'edsger',
  'id:4': null,
};

test.each([
  ['exceptions', '/exceptions'],
  ['exceptions of an issue', '/issues/{issue}/events'],
  ['replays', '/replays'],
])('a list of %s has the names of users, who are known by name, email address or username', async (_, path) => {
  const { data } = await get<{ data: readonly Row[] }>(path.replace('{issue}', issue));
  const found = data.map(({ user, userName }) => [user, userName]);
  expect(Object.fromEntries(found)).toEqual(NAMES);
});

test('an exception, a replay and the exceptions of a replay have it, too', async () => {
  const { data } = await get<{ data: readonly Row[] }>('/exceptions?user=id:1');
  expect(await get(`/exceptions/${String(data[0]?.['id'])}`)).toMatchObject({ user: 'id:1', userName: 'Ada' });
  expect(await get('/replays/replay%20of%20id:2')).toMatchObject({
    user: 'id:2',
    userName: 'grace@example.com',
    exceptions: [{ user: 'id:2', userName: 'grace@example.com' }],
  });
});

test('the facet of users has the names beside the keys, and other facets none', async () => {
  const { facets } = await get<{ facets: readonly { kind: string; values: readonly Row[] }[] }>(
    `/issues/${issue}/distributions`,
  );
  const values = facets.find(({ kind }) => kind === 'user')?.values ?? [];
  expect(Object.fromEntries(values.map(({ value, name }) => [value, name]))).toEqual(NAMES);
  const others = facets.filter(({ kind }) => kind !== 'user').flatMap((facet) => facet.values);
  expect(new Set(others.map(({ name }) => name))).toEqual(new Set([null]));
});

async function storeReplay(user: string, index: number): Promise<void> {
  const { projectId } = tenant;
  const at = api.now - HOUR;
  const id = eventIdOf(batchIdOf(at, 'ab'.repeat(32)), at, index);
  const replayId = `replay of ${user}`;
  const nothing = { environment: null, release: null, trace_id: null, span_id: null, start_time: null, end_time: null };
  const replay = { replay_id: replayId, segment: 0, events: '[]', event_count: 0, tags: null, contexts: null };
  await inTransaction(api.db, async (tx) => {
    const row = { project_id: projectId, id, timestamp: at, user_key: user, ...nothing, ...replay };
    await copyRows(tx, 'replays', [row]);
    await upsertReplaySessions(tx, [
      { projectId, replayId, id, segment: 0, environment: null, release: null, userKey: user },
    ]);
  });
}

async function get<T>(path: string): Promise<T> {
  return (await api.ask(`${tenant.path}${path}`, { token: tenant.token })).body as T;
}
