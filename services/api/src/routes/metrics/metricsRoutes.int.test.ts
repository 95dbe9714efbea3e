import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensurePartitions, PARTITIONED_TABLES } from '@sluice/db';
import { useApi } from '../../testing/apiHarness.js';
import { storeSpans } from '../../testing/storeSpans.js';
import { useTenant } from '@sluice/testkit';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const range = { fromMs: api.now - 2 * DAY, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
  await storeSpans(
    api,
    tenant,
    { trace_id: 'a', name: '/cart', metrics: { lcp: 100 }, environment: 'production', ago: 2 * MINUTE },
    { trace_id: 'b', name: '/cart', metrics: { lcp: 300 }, release: '1', ago: MINUTE },
    { trace_id: 'c', name: '/home', metrics: { cls: 1 }, ago: MINUTE },
    { trace_id: 'c', name: 'paint', parent_id: 'x', metrics: { lcp: 200 }, ago: MINUTE },
    { trace_id: 'd', name: 'lost', parent_id: 'x', metrics: { lcp: 50 }, ago: MINUTE },
    { trace_id: 'e', name: '/old', metrics: { lcp: 900 }, ago: DAY + MINUTE },
  );
});

describe('metrics by the name of the root span', () => {
  test('have a series for each name, of the spans of its traces', async () => {
    expect(await get('/lcp?groupBy=rootName')).toMatchObject({
      scannedTo: null,
      truncated: false,
      series: [
        { rootName: '/cart', points: [{ count: 2, sum: 400, avg: 200, min: 100, max: 300 }] },
        { rootName: null, points: [{ count: 1, max: 50 }] },
        { rootName: '/home', points: [{ count: 1, max: 200 }] },
      ],
    });
    expect(await get('/lcp?rootName=%2Fhome')).toMatchObject({ series: [{ points: [{ count: 1, avg: 200 }] }] });
    await get('/lcp?rootName=%2Fhome&groupBy=release', 400);
  });

  test('other groups come from the stored points', async () => {
    expect(await get('/lcp?groupBy=environment')).toMatchObject({
      scannedTo: null,
      series: [
        { environment: null, points: [{ count: 3 }] },
        { environment: 'production', points: [{ avg: 100 }] },
      ],
    });
  });
});

describe('the traces behind a point', () => {
  const traces = async (query: string): Promise<readonly unknown[]> =>
    ((await get(`/lcp/traces?${query}`))['data'] as readonly { traceId: string; value: number }[]).map(
      ({ traceId, value }) => [traceId, value],
    );

  test('are ordered by value, in the range of the point', async () => {
    expect(await traces('')).toEqual([
      ['b', 300],
      ['c', 200],
      ['a', 100],
      ['d', 50],
    ]);
    expect(await traces('sort=smallest&limit=1')).toEqual([['d', 50]]);
    const from = new Date(api.now - 2 * MINUTE).toISOString();
    const to = new Date(api.now - MINUTE).toISOString();
    expect(await traces(`from=${from}&to=${to}`)).toEqual([['a', 100]]);
  });

  test('are narrowed by environment, release and root name', async () => {
    expect(await traces('environment=production')).toEqual([['a', 100]]);
    expect(await traces('release=1')).toEqual([['b', 300]]);
    expect(await traces('rootName=%2Fhome')).toEqual([['c', 200]]);
  });
});

test('a list has the newest value of each metric', async () => {
  expect(await get('')).toMatchObject({
    data: [
      { name: 'cls', last: { avg: 1 } },
      { name: 'lcp', count: 4, last: { time: new Date(api.now - MINUTE).toISOString() } },
    ],
  });
});

test('a list has the metrics whose name contains a text', async () => {
  const { data } = await get('?query=CL');
  expect((data as { name: string }[]).map(({ name }) => name)).toEqual(['cls']);
});

async function get(path: string, status = 200): Promise<Readonly<Record<string, unknown>>> {
  const answer = await api.ask(`${tenant.path}/metrics${path}`, { token: tenant.token });
  expect([path, answer.status]).toEqual([path, status]);
  return answer.body as Readonly<Record<string, unknown>>;
}
