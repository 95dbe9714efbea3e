import { beforeEach, expect, test } from '@jest/globals';
import { bucketsOf } from '@sluice/reading';
import { type Tenant, useApi } from '../../testing/apiHarness.js';

const HOUR = 3_600_000;
let ours: Tenant;
let tenants = 0;
const api = useApi();
beforeEach(async () => {
  tenants += 1;
  ours = await api.newTenant(`visits-${tenants}`);
});

test('visits are counted by hour, bots apart', async () => {
  await store(
    { dimension: 'all', counts: [3, 1, 2, 1] },
    { dimension: 'all', environment: 'test', counts: [1, 0, 1, 1] },
    { dimension: 'all', ago: HOUR, counts: [5, 0, 1, 1] },
    { dimension: 'all', ago: HOUR, bot: true, counts: [7, 1, 7, 7] },
  );
  const to = new Date(api.now + HOUR).toISOString();
  const from = new Date(api.now - HOUR).toISOString();
  const all = await read(`visits?from=${from}&to=${to}`);
  expect(all).toMatchObject({
    interval: 'hour',
    from,
    to,
    derivedAt: null,
    totals: { pageviews: 9, customs: 1, visits: 4, visitors: 3 },
    bots: { pageviews: 7, customs: 1, visits: 7, visitors: 7 },
    data: [
      { time: from, pageviews: 5, bots: 8 },
      { pageviews: 4, customs: 1, visits: 3, visitors: 2, bots: 0 },
    ],
  });
  expect(await read(`visits?environment=test&from=${from}&to=${to}`)).toMatchObject({ totals: { pageviews: 1 } });
});

test('the values of a breakdown add up to the total, with (other)', async () => {
  await store(
    ...Array.from({ length: 12 }, (_, index) => ({
      dimension: 'referrer',
      value: `site-${index}`,
      counts: [1, 0, index + 1, 1] as const,
    })),
    { dimension: 'referrer', value: '(other)', counts: [0, 0, 100, 0] },
    { dimension: 'referrer', bot: true, counts: [0, 0, 50, 0] },
  );
  const found = await read('visits/breakdown?dimension=referrer&limit=3&to=2100-01-01');
  expect(found).toMatchObject({ measure: 'visits', total: 178, distinct: 12 });
  expect((found['data'] as { value: string; visits: number }[]).map(({ value, visits }) => [value, visits])).toEqual([
    ['site-11', 12],
    ['site-10', 11],
    ['site-9', 10],
    ['(other)', 145],
  ]);
  expect(await read('visits/breakdown?dimension=referrer&bots=true&to=2100-01-01')).toMatchObject({ total: 50 });
  expect(await read('visits/breakdown?dimension=custom')).toMatchObject({ measure: 'customs', total: 0, data: [] });
});

test('the shares of releases add up to 1; without visits, exceptions are shared', async () => {
  await api.db.pool.query(
    `insert into exception_counts values ($1, 1, 'release', $2, 'prod', 'r1', 3, 2), ($1, 1, 'release', $2, 'prod', '', 1, 0)`,
    [ours.projectId, new Date(api.now)],
  );
  const path = `release-adoption?to=${new Date(api.now + HOUR).toISOString()}`;
  expect(await read(path)).toMatchObject({
    measure: 'exceptions',
    total: 4,
    data: [
      { version: 'r1', share: 0.75 },
      { version: '', share: 0.25 },
    ],
  });
  await store(
    { dimension: 'release', value: 'r2', counts: [0, 0, 4, 4] },
    { dimension: 'release', counts: [0, 0, 1, 1] },
  );
  const { data, ...rest } = await read(path);
  expect(rest).toMatchObject({ measure: 'visits', total: 5 });
  expect((data as { version: string; share: number }[]).map(({ version, share }) => [version, share])).toEqual([
    ['r2', 0.8],
    ['', 0.2],
    ['r1', 0],
  ]);
});

test('a range is counted in whole hours, with bars of an hour up to three days', () => {
  const at = Date.UTC(2026, 10, 20, 12, 30);
  const of = (fromMs: number, zone?: string) => bucketsOf({ fromMs, toMs: at }, { nowMs: at, zone });
  const toMs = Date.UTC(2026, 10, 20, 13);
  expect(of(at - HOUR)).toMatchObject({ interval: 'hour', fromMs: Date.UTC(2026, 10, 20, 11), toMs });
  expect(of(at - 100 * HOUR, 'Asia/Kolkata')).toMatchObject({
    interval: 'day',
    fromMs: Date.UTC(2026, 10, 16, 8),
    toMs,
    times: [15, 16, 17, 18, 19].map((day) => Date.UTC(2026, 10, day, 18, 30)),
  });
  expect(of(0)).toMatchObject({ interval: 'day', fromMs: Date.UTC(2025, 9, 16, 13), toMs });
});

test('a series can be that of one value, which the breakdown has', async () => {
  await store(
    { dimension: 'all', counts: [9, 0, 5, 5] },
    { dimension: 'page', value: '/cart', counts: [4, 0, 1, 1] },
    { dimension: 'page', value: '/', counts: [5, 0, 4, 4] },
  );
  const to = new Date(api.now + HOUR).toISOString();
  expect(await read(`visits?dimension=page&value=/cart&to=${to}`)).toMatchObject({ totals: { pageviews: 4 } });
  const { status } = await api.ask(`${ours.path}/visits?dimension=page`, { token: ours.token });
  expect(status).toBe(400);
});

test('days with hits that are not counted yet are named', async () => {
  const day = new Date(api.now - 24 * HOUR).toISOString().slice(0, 10);
  await api.db.pool.query(`insert into hit_days values ($1, $2, 'prod', 3, 0, 1, 1)`, [ours.projectId, day]);
  const from = new Date(api.now - 100 * HOUR).toISOString();
  expect(await read(`visits?from=${from}`)).toMatchObject({ uncounted: [day], totals: { pageviews: 0 } });
});

async function read(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await api.ask(`${ours.path}/${path}`, { token: ours.token });
  expect(status).toBe(200);
  return body as Readonly<Record<string, unknown>>;
}

interface Counted {
  readonly dimension: string;
  readonly value?: string;
  readonly ago?: number;
  readonly bot?: boolean;
  readonly environment?: string;
  readonly counts: readonly [pageviews: number, customs: number, visits: number, visitors: number];
}

async function store(...all: readonly Counted[]): Promise<void> {
  for (const { dimension, value = '', ago = 0, bot = false, environment = 'prod', counts } of all)
    await api.db.pool.query('insert into visit_counts values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      ours.projectId,
      dimension,
      new Date(api.now - ago),
      environment,
      bot,
      value,
      ...counts,
    ]);
}
