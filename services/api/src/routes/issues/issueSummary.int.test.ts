import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { storeTestMap, testMap, useTenant } from '@sluice/testkit';
import { type Answer, useApi } from '../../testing/apiHarness.js';
import { storeThrown } from '../../testing/storeThrown.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const page = (path: string) => ({ 'page.url': `https://shop.example/${path}` });
let ids: readonly string[];
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 4 * DAY, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions'], ...days });
  ids = await storeThrown(api, tenant, [
    { hash: 'old', ago: 3 * DAY, user: 'id:1', environment: 'production', message: 'old' },
    { hash: 'old', ago: 2 * HOUR, user: 'id:2', environment: 'staging', message: 'old', contexts: page('cart') },
    { hash: 'young', ago: 3 * HOUR, user: 'id:2', environment: 'production', message: 'young', contexts: page('pay') },
    { hash: 'young', ago: HOUR, user: 'id:3', environment: 'production', message: 'young', tags: { plan: 'pro:2' } },
    { hash: 'done', ago: 5 * HOUR, user: 'id:3', environment: 'production', message: 'done', level: 'fatal' },
  ]);
  await send('PATCH', `/issues/${ids[4] ?? ''}`, { status: 'resolved' });
});

const ask = (path: string): Promise<Answer> => api.ask(`${tenant.path}${path}`, { token: tenant.token });
const from = (ago: number): string => `from=${new Date(api.now - ago).toISOString()}`;

describe('filters of issues', () => {
  test.each([
    ['status=open', ['young', 'old']],
    ['status=new', ['young']],
    ['status=resolved', ['done']],
    ['status=regressed', []],
    ['level=fatal', ['done']],
    ['tag=plan:pro:2', ['young']],
    ['tag=region:eu', ['old', 'young', 'done']],
    ['user=id:2', ['old', 'young']],
    ['url=SHOP.example/ca', ['old']],
    ['assignee=none&status=open', ['young', 'old']],
    ['assignee=7', []],
    ['sort=newest', ['young', 'done', 'old']],
    ['sort=trend', ['young', 'done', 'old']],
  ])('select the issues that match %s', async (query, expected) => {
    const found = await titles(query);
    expect(query === 'sort=trend' ? [found[0], ...found.slice(1).sort()] : found).toEqual(expected);
  });

  test('count within the range, next to the totals', async () => {
    const [old] = await list(`query=old&${from(DAY)}`);
    expect(old).toMatchObject({ count: 1, users: 1, new: false, total: { count: 2 } });
    expect(old?.series.counts.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect((await list(`query=old&${from(4 * DAY)}`))[0]).toMatchObject({ count: 2, series: { interval: 'day' } });
    const detail = (await ask(`/issues/${ids[0] ?? ''}?${from(DAY)}`)).body;
    expect(detail).toMatchObject({ count: 1, users: 1, total: { count: 2, users: 2 } });
    const none = (await ask(`/issues/${ids[0] ?? ''}?${from(DAY)}&environment=nowhere`)).body;
    expect(none).toMatchObject({ count: 0, users: 0, total: { count: 2, users: 2 } });
  });

  test.each(['tag=region', 'tag=:eu', 'assignee=you', 'assignee=me', 'status=assigned'])(
    '%s is a bad query',
    async (query) => {
      expect(await ask(`/issues?${query}`)).toMatchObject({ status: 400, body: { error: { code: 'bad_query' } } });
    },
  );
});

describe('the summary of a list', () => {
  const summary = async (query: string) => (await ask(`/issues/summary?${query}`)).body as Record<string, unknown>;

  test('counts issues by state, and exceptions and users of the selected ones', async () => {
    const states = { open: 2, new: 1, regressed: 0, assigned: 0, resolved: 1, ignored: 0 };
    const rest = { approximate: false, scannedTo: null };
    expect(await summary('')).toEqual({ ...states, events: 4, users: 2, ...rest });
    expect(await summary('status=new')).toEqual({ ...states, events: 2, users: 2, ...rest });
    expect(await summary(`status=open&${from(4 * DAY)}`)).toEqual({ ...states, events: 4, users: 3, ...rest });
  });

  test.each(['', 'environment=production', 'user=id:2', 'tag=region:eu', 'url=pay', 'query=OLD'])(
    'adds up with the list: %s',
    async (query) => {
      const rows = await list(`${query}&${from(DAY)}`);
      const { events, open } = await summary(`${query}&${from(DAY)}`);
      expect(events).toBe(rows.reduce((sum, { count }) => sum + count, 0));
      expect(open).toBe((await list(`${query}&status=open&${from(DAY)}`)).length);
    },
  );

  test('finds resolved culprits as the list does', async () => {
    const mapped = await api.newTenant('mapped');
    const { path, token } = mapped;
    const map = testMap({ '../src/cart.js': 'export const load = 1;\n' }, [[10, 0, 0, 0]]);
    const frames = [{ file: 'https://shop.example/app.js', function: 't', line: 1, column: 12, inApp: true }];
    await storeThrown(api, mapped, [{ hash: 'mapped', release: 'r', payload: { frames } }]);
    await storeTestMap(api.db, { projectId: mapped.projectId, release: 'r', filename: 'app.js' }, map);
    api.now += 1_000;
    const { body } = await api.ask(`${path}/issues?query=src/cart&${from(DAY)}`, { token });
    expect((body as { data: unknown }).data).toHaveLength(1);
    const summaryOf = async (query: string) => (await api.ask(`${path}/issues/summary?query=${query}`, { token })).body;
    expect(await summaryOf('src/cart')).toMatchObject({ open: 1, events: 1 });
    expect(await summaryOf('nowhere')).toMatchObject({ open: 0, events: 0 });
  });
});

function send(method: string, path: string, body: unknown): Promise<Answer> {
  return api.ask(`${tenant.path}${path}`, { method, token: tenant.token, body });
}

interface Issue {
  readonly title: string;
  readonly count: number;
  readonly users: number;
  readonly new: boolean;
  readonly total: { readonly count: number };
  readonly series: { readonly interval: string; readonly counts: readonly number[] };
}

async function list(query: string): Promise<readonly Issue[]> {
  return ((await ask(`/issues?${query}`)).body as { data: readonly Issue[] }).data;
}

async function titles(query: string): Promise<readonly string[]> {
  return (await list(query)).map(({ title }) => title.replace('TypeError: ', ''));
}
