import { beforeAll, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { useApi } from '../../testing/apiHarness.js';
import { storeThrown } from '../../testing/storeThrown.js';
import { useTenant } from '@sluice/testkit';

const HOUR = 3_600_000;

const api = useApi();
const tenant = useTenant(api, 'ours');
const other = useTenant(api, 'theirs');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 48 * HOUR, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions'], ...days });
  const seen = { environment: 'production', release: '1', user: 'id:1' };
  await storeThrown(api, tenant, [
    { ...seen, ago: HOUR, contexts: { 'page.url': '/Cart' }, tags: { region: 'eu', zone: 'x' } },
    { ...seen, ago: 2 * HOUR, contexts: { 'http.url': '/cart' }, tags: { region: 'us' } },
    { ...seen, ago: 3 * HOUR, tags: { region: 'eu' }, user: 'id:2', environment: 'staging' },
    { ...seen, ago: 30 * HOUR, tags: { region: 'ap', long: 'x'.repeat(600) }, release: '0' },
  ]);
});

test.each([
  ['field=tag', 'region:eu 2, region:ap 1, region:us 1, zone:x 1'],
  ['field=tag&limit=1', 'region:eu 2'],
  ['field=tag&query=ZONE', 'zone:x 1'],
  ['field=tag&query=:u', 'region:us 1'],
  ['field=tag&release=0', 'region:ap 1'],
  ['field=user', 'id:1 3, id:2 1'],
  ['field=user&environment=staging', 'id:2 1'],
  ['field=url', '/Cart 1, /cart 1'],
  ['field=url&query=nothing', ''],
])('the values of %s are %s', async (query, expected) => {
  expect(await values(query)).toBe(expected);
});

test('only exceptions of the range are read, and the answer says how many', async () => {
  const from = `from=${new Date(api.now - 24 * HOUR).toISOString()}`;
  expect(await read(`field=tag&query=region:a&${from}`)).toEqual({ events: 3, approximate: false, data: [] });
});

test('values of another project are not returned', async () => {
  expect(await values('field=user', other)).toBe('');
});

interface Body {
  readonly events: number;
  readonly approximate: boolean;
  readonly data: readonly { readonly value: string; readonly count: number }[];
}

async function read(query: string, { path, token } = tenant): Promise<Body> {
  return (await api.ask(`${path}/issues/filter-values?${query}`, { token })).body as Body;
}

async function values(query: string, of = tenant): Promise<string> {
  return (await read(query, of)).data.map(({ value, count }) => `${value} ${count}`).join(', ');
}
