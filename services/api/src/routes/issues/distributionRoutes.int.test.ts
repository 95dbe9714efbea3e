import { beforeAll, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { useApi } from '../../testing/apiHarness.js';
import { storeThrown } from '../../testing/storeThrown.js';
import { useTenant } from '@sluice/testkit';

const HOUR = 3_600_000;
let issue: string;
let events: readonly string[];
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 48 * HOUR, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions'], ...days });
  const seen = { environment: 'production', release: '1', user: 'id:1' };
  [issue = ''] = await storeThrown(api, tenant, [
    { ...seen, ago: HOUR, contexts: browser('Firefox', '153.0.1', '/a'), tags: { region: 'eu', zone: 'x' } },
    { ...seen, ago: 2 * HOUR, contexts: browser('Firefox', '153.2', '/b'), tags: { region: 'us' } },
    { ...seen, ago: 3 * HOUR, contexts: browser('Chrome', '156', '/a'), tags: { region: 'eu' }, user: 'id:2' },
    { ...seen, ago: 30 * HOUR, release: '0', environment: 'staging' },
    { hash: 'other', ago: HOUR },
  ]);
  events = ((await get(`/issues/${issue}/events`)) as { data: { id: string }[] }).data.map(({ id }) => id);
});

interface Facet {
  readonly kind: string;
  readonly key: string | null;
  readonly count: number;
  readonly distinct: number;
  readonly values: readonly { value: string; count: number }[];
}

test('distributions are those of the exceptions that match', async () => {
  const from = `from=${new Date(api.now - 24 * HOUR).toISOString()}`;
  expect(await facets(from)).toEqual({
    environment: '3/1: production 3',
    release: '3/1: 1 3',
    user: '3/2: id:1 2, id:2 1',
    url: '3/2: /a 2, /b 1',
    browser: '3/2: Firefox 153 2, Chrome 156 1',
    os: '3/1: macOS 15 3',
    'tag region': '3/2: eu 2, us 1',
    'tag zone': '1/1: x 1',
    'context plan': '3/1: pro 3',
  });
  expect(await facets(`${from}&tag=region:us`)).toMatchObject({ browser: '1/1: Firefox 153 1' });
  expect(await get(`/issues/${issue}/distributions`)).toMatchObject({ events: 4, approximate: false });
  const nowhere = `/issues/${issue}/distributions?environment=nowhere`;
  expect(await get(nowhere)).toEqual({ events: 0, approximate: false, facets: [] });
});

test('more exceptions than are read make them approximate', async () => {
  await api.db.pool.query(
    `insert into exceptions (project_id, id, timestamp, level, type, message, hash, payload, release)
     select $1, (lpad(to_hex($2::bigint + n), 12, '0') || '8000' || '8000' || lpad('', 12, '0'))::uuid, now(), 'error', 'E', 'm',
       'other', '{}', n % 2 from generate_series(0, 5999) n`,
    [tenant.projectId, api.now - HOUR],
  );
  const list = (await get('/issues')) as { data: { id: string }[] };
  const other = list.data.map(({ id }) => id).find((id) => id !== issue) ?? '';
  const body = (await get(`/issues/${other}/distributions`)) as { facets: readonly Facet[] };
  expect(body).toMatchObject({ events: 5_000, approximate: true });
  expect(body.facets[0]).toMatchObject({ kind: 'release', count: 5_000, values: [{ count: 2_500 }, { count: 2_500 }] });
});

test('neighbors are the next exceptions of the issue that match', async () => {
  const [a = '', b = '', c = '', d = ''] = events;
  const of = (event: string, query = '') => get(`/issues/${issue}/events/${event}/neighbors?${query}`);
  expect(await of(b)).toEqual({ newest: a, newer: a, older: c, oldest: d, position: 2 });
  expect(await of(a)).toEqual({ newest: a, newer: null, older: b, oldest: d, position: 1 });
  expect(await of(a, 'environment=production&user=id:2')).toEqual({
    newest: c,
    newer: null,
    older: c,
    oldest: c,
    position: 1,
  });
  expect(await of(d)).toEqual({ newest: a, newer: c, older: null, oldest: d, position: 4 });
});

async function facets(query: string): Promise<Readonly<Record<string, string>>> {
  const body = (await get(`/issues/${issue}/distributions?${query}`)) as { facets: readonly Facet[] };
  return Object.fromEntries(
    body.facets.map(({ kind, key, count, distinct, values }) => [
      key === null ? kind : `${kind} ${key}`,
      `${count}/${distinct}: ${values.map((each) => `${each.value} ${each.count}`).join(', ')}`,
    ]),
  );
}

function browser(name: string, version: string, url: string) {
  return {
    'browser.name': name,
    'browser.version': version,
    'os.name': 'macOS',
    'os.version': '15.1',
    'page.url': url,
    plan: 'pro',
    'user.ip': '192.0.2.1',
    'user.ip_address': '192.0.2.2',
    'event.id': 'fc6d8c0c43fc4630ad850ee518f1b9d0',
    'device_info.boot_time': '2026-01-31T12:00:00.000Z',
  };
}

async function get(path: string): Promise<unknown> {
  return (await api.ask(`${tenant.path}${path}`, { token: tenant.token })).body;
}
