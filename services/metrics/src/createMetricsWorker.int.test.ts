import { beforeEach, describe, expect, test } from '@jest/globals';
import { DEFAULT_WORKER_CONFIG } from '@sluice/drain';
import type { AcceptedEvent, Json } from '@sluice/contract';
import { listMetrics, readMetricSeries } from '@sluice/metrics';
import { barsOf, wholeHours } from '@sluice/reading';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { useDatabase, useRedis, useResource, useRole, waitFor } from '@sluice/testkit';
import { useQueues, type TestBatch } from '@sluice/testkit/useQueues';
import { createMetricsWorker } from './index.js';

const database = useDatabase();
const redis = useRedis();
const own = useRole(database, 'sluice_metrics');
const queues = useQueues(redis);
const worker = useResource(
  async () => {
    const deps = {
      db: own.db,
      redisUrl: redis.url,
      logger: silentLogger,
      metrics: createMetrics(),
      clock: systemClock,
    };
    const created = createMetricsWorker(deps, { ...DEFAULT_WORKER_CONFIG, lingerMs: 5, deadLetterPollMs: 50 });
    await created.start();
    return created;
  },
  (started) => started.stop(),
);

/** Each test has a project of its own. */
let project = '0';
beforeEach(() => void (project = String(Number(project) + 1)));

/** Exact quantiles of 1, 2 and 200 times 40: 1 has the ranks 0 to 39, 2 those to 79, 200 the rest. */
const VALUES = [
  [1, 40],
  [2, 40],
  [200, 40],
];
const HISTOGRAM = { name: 'latency', count: 120, sum: 8_120, min: 0.5, max: 250, values: VALUES };

describe('metrics without a span', () => {
  test('join the series of their name, environment and release, with values and histograms', async () => {
    await send('one', [{ name: 'latency', value: 10 }, HISTOGRAM, { name: 'depth', value: -3 }]);
    await waitFor(async () => (await countsOf()).processed === 3, { what: 'three metrics' });
    const [point] = await pointsOf('latency');
    expect(point).toMatchObject({ count: 121, sum: 8_130, min: 0.5, max: 250 });
    for (const [measured, exact] of [
      [point?.p50, 2],
      [point?.p95, 200],
    ] as const) {
      expect(Math.abs((measured ?? NaN) - exact)).toBeLessThanOrEqual(0.01 * exact);
    }
    expect(await pointsOf('depth')).toMatchObject([{ count: 1, sum: -3, p50: -3 }]);
    const names = await listMetrics(database.db, project, { limit: 10, after: undefined, ...range() });
    expect(names.rows.map(({ name }) => name)).toEqual(['depth', 'latency']);
    expect(await grouped('latency', 'environment')).toEqual(['staging']);
    expect(await grouped('latency', 'release')).toEqual(['shop@1']);
  });

  test('are added once, however often their batch is delivered', async () => {
    const arrival = Date.now();
    for (const mark of ['a', 'b', 'c']) await send('twice', [{ name: 'orders', value: 2 }], { arrival, mark });
    await send('last', [{ name: 'orders', value: 40 }]);
    await queues.drained('metric');
    expect(await pointsOf('orders')).toMatchObject([{ count: 2, sum: 42 }]);
    expect(await countsOf()).toEqual({ processed: 2, letters: 0 });
  });

  test('may have any name, and a sum beyond the largest number', async () => {
    const names = ['__proto__', 'a\u0001\nb', 'huge', 'huge'];
    await send(
      'odd',
      names.map((name) => ({ name, value: Number.MAX_VALUE })),
    );
    await waitFor(async () => (await countsOf()).processed === 4, { what: 'four metrics' });
    const { rows } = await listMetrics(database.db, project, { limit: 10, after: undefined, ...range() });
    expect(rows.map(({ name }) => name)).toEqual(['__proto__', 'a\u0001\nb', 'huge']);
    expect(rows.at(-1)).toMatchObject({ count: 2, sum: 1e300, max: Number.MAX_VALUE });
  });

  test('that have no value become dead letters, and their neighbors are stored', async () => {
    await send('mixed', [{ name: 'orders', value: 1 }, { name: 'orders' }, { name: 'orders', value: 2 }]);
    await waitFor(async () => (await countsOf()).processed === 3, { what: 'three metrics' });
    expect(await pointsOf('orders')).toMatchObject([{ count: 2, sum: 3 }]);
    expect(await countsOf()).toEqual({ processed: 3, letters: 1 });
  });

  test('are added when their dead letter is retried, in the minute of their arrival', async () => {
    await send('mixed', [{ name: 'orders' }]);
    await waitFor(async () => (await countsOf()).letters === 1, { what: 'the dead letter' });
    const payload = Buffer.from(JSON.stringify(eventOf({ name: 'orders', value: 5 })));
    await database.db.pool.query(`update dead_letters set payload = $1, state = 'retry' where project_id = $2`, [
      payload,
      project,
    ]);
    await waitFor(async () => (await countsOf()).letters === 0, { what: 'the retry' });
    expect(await pointsOf('orders')).toMatchObject([{ count: 1, sum: 5 }]);
    expect(await countsOf()).toEqual({ processed: 1, letters: 0 });
  });

  test('it is ready while its servers are', async () => {
    const problems = await Promise.all(worker.checks.map(({ check }) => check()));
    expect(problems).toEqual([undefined, undefined, undefined]);
  });
});

type Payload = Readonly<Record<string, Json>>;

const eventOf = (payload: Payload): AcceptedEvent => ({
  type: 'metric',
  timestamp: new Date().toISOString(),
  contexts: { environment: 'staging', release: 'shop@1' },
  payload,
});

const send = (name: string, payloads: readonly Payload[], batch: Partial<TestBatch> = {}): Promise<void> =>
  queues.publish({ type: 'metric', name, events: payloads.map(eventOf), project, ...batch });

const range = (): { fromMs: number; toMs: number } =>
  wholeHours({ fromMs: Date.now() - 3_600_000, toMs: Date.now() + 60_000 });

const readSeries = (name: string, groupBy?: 'environment' | 'release'): ReturnType<typeof readMetricSeries> => {
  const bars = barsOf({ ...range(), fromMs: range().toMs - 24 * 3_600_000 }, 86_400_000 * 7);
  return readMetricSeries(database.db, project, { name, bars, ...(groupBy === undefined ? {} : { groupBy }) });
};

const pointsOf = async (name: string) => (await readSeries(name)).series.flatMap(({ points }) => points);

const grouped = async (name: string, groupBy: 'environment' | 'release'): Promise<unknown> =>
  (await readSeries(name, groupBy)).series.map(({ group }) => group);

async function countsOf(): Promise<{ processed: number; letters: number }> {
  const { rows } = await database.db.pool.query<{ processed: number; letters: number }>(
    `select coalesce((select sum(count) from usage
         where project_id = $1 and type = 'metric' and outcome = 'processed'), 0)::int as processed,
       (select count(*) from dead_letters where project_id = $1)::int as letters`,
    [project],
  );
  return rows[0] ?? { processed: 0, letters: 0 };
}
