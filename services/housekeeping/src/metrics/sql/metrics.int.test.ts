import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  isCitusRun,
  waitFor,
  ARRIVAL,
  ensureTestPartitions,
  eventId,
  randomFrom,
  shuffle,
  useDatabase,
} from '@sluice/testkit';
import { inTransaction, type Tx, MAX_METRIC_NAMES, createNameBudget, OTHER } from '@sluice/db';
import { barsOf } from '@sluice/reading';
import {
  listMetrics,
  readMetricSeries,
  type MetricSeriesSet,
  type SeriesRequest,
  type MetricSamples,
  storeMetrics,
} from '@sluice/metrics';
import { compactMetrics } from './compactMetrics.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FROM = ARRIVAL - (ARRIVAL % HOUR);
const { db } = useDatabase();
beforeAll(() => ensureTestPartitions(db, ARRIVAL, ARRIVAL + 24 * HOUR));
beforeEach(() => db.pool.query('truncate metric_points, metric_names, new_names'));

let serial = 0;

const CAPS = { environment: 50, release: 50, issue: 50, metric: MAX_METRIC_NAMES * 2, user: 50 };

describe('series of metrics (protocol 2.3, 2.4)', () => {
  test('values of one minute, place and transaction are one row; sums are exact, quantiles within 1 %', async () => {
    await store(...Array.from({ length: 1_000 }, (_, index) => sample(FROM + index, { lcp: index + 1, cls: -0.5 })));
    expect(await rows()).toEqual([
      { width: 0, count: 1_000 },
      { width: 0, count: 1_000 },
    ]);
    const [point] = (await read()).series[0]?.points ?? [];
    expect(point).toMatchObject({ timeMs: FROM, count: 1_000, sum: 500_500, min: 1, max: 1_000 });
    expect(Math.abs((point?.p50 ?? 0) - 500)).toBeLessThanOrEqual(5);
    expect(Math.abs((point?.p95 ?? 0) - 950)).toBeLessThanOrEqual(9.5);
    expect(Math.abs((point?.p99 ?? 0) - 990)).toBeLessThanOrEqual(9.9);
    expect((await listMetrics(db, '1', { limit: 10, fromMs: FROM, toMs: FROM + HOUR, after: undefined })).rows).toEqual(
      [
        { name: 'cls', count: 1_000, sum: -500, min: -0.5, max: -0.5, last: { time: new Date(FROM), avg: -0.5 } },
        { name: 'lcp', count: 1_000, sum: 500_500, min: 1, max: 1_000, last: { time: new Date(FROM), avg: 500.5 } },
      ],
    );
  });

  test('are separate by environment, release and project', async () => {
    await store(
      sample(FROM, { lcp: 1 }),
      sample(FROM, { lcp: 2 }, { environment: null }),
      sample(FROM + HOUR, { lcp: 4 }, { release: null }),
      sample(FROM, { lcp: 8 }, { projectId: '2' }),
    );
    expect((await read()).series).toMatchObject([
      {
        group: '',
        points: [
          { count: 2, sum: 3 },
          { count: 1, sum: 4 },
        ],
      },
    ]);
    expect((await read({ groupBy: 'environment' })).series).toMatchObject([
      { group: 'production', points: [{ sum: 1 }, { timeMs: FROM + HOUR, sum: 4 }] },
      { group: '', points: [{ sum: 2 }] },
    ]);
    expect((await read({ release: '1.0.0', environment: 'production' })).series).toMatchObject([
      { points: [{ sum: 1 }] },
    ]);
    expect((await read({ fromMs: FROM + HOUR })).series).toMatchObject([{ points: [{ sum: 4 }] }]);
    expect((await read({ name: 'none' })).series).toEqual([]);
  });

  test('the largest numbers there are break nothing', async () => {
    const huge = Number.MAX_VALUE;
    await store(sample(FROM, { lcp: huge }), sample(FROM, { lcp: huge }), sample(FROM, { lcp: -huge }));
    await store(sample(FROM + 1, { lcp: huge }));
    const [point] = (await read()).series[0]?.points ?? [];
    expect(point).toMatchObject({ count: 4, min: -huge, max: huge });
    expect(Number.isFinite(point?.sum)).toBe(true);
    await compact('minute');
    await compact('hour');
    expect((await read()).series).toHaveLength(1);
  });
});

describe('names', () => {
  const names = (from: number, count: number): Record<string, number> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`metric ${String(from + index).padStart(6, '0')}`, 1]),
    );
  const isLockAwaited = async (): Promise<boolean> =>
    (
      await db.pool.query(
        isCitusRun()
          ? 'select from citus_lock_waits'
          : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows.length > 0;
  const countNames = async (): Promise<number> =>
    Number(
      (
        await db.pool.query<{ n: string }>(
          `select count(*) as n from metric_names where project_id = 1 and name <> '(other)'`,
        )
      ).rows[0]?.n,
    );

  test('a project has at most this many series, also under concurrency; other values share one', async () => {
    expect(await store(sample(FROM, names(0, MAX_METRIC_NAMES - 10)))).toBe(0);
    const left: number[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      left.push(await storeIn(tx, [sample(FROM, names(10_000, 20)), sample(FROM, { 'metric 000001': 1 })]));
      let settled = false;
      second = store(sample(FROM, names(20_000, 20))).then((values) => {
        left.push(values);
        settled = true;
      });
      // Either it waits for what this transaction will have added, or it did not.
      await waitFor(async () => settled || (await isLockAwaited()), { what: 'the second to meet the first' });
    });
    await second;
    expect(await countNames()).toBe(MAX_METRIC_NAMES);
    expect(left).toEqual([10, 20]);
    expect((await read({ name: OTHER })).series).toMatchObject([{ points: [{ count: 30, sum: 30 }] }]);
    expect((await read({ name: 'metric 000001' })).series).toMatchObject([{ points: [{ count: 2 }] }]);
    expect(await store(sample(FROM, { new: 1 }, { projectId: '2' }))).toBe(0);
  });

  test('are touched rarely and without blocking writers', async () => {
    await store(sample(FROM, { lcp: 1 }));
    await db.pool.query(`update metric_names set touched_at = now() - interval '13 hours'`);
    await inTransaction(db, async (tx) => {
      await storeMetrics(tx, [sample(FROM, { lcp: 1 })]);
      await store(sample(FROM, { lcp: 1 }));
    });
    const { rows: touched } = await db.pool.query(
      `select from metric_names where touched_at > now() - interval '1 hour'`,
    );
    expect(touched).toHaveLength(1);
  });
});

describe('compaction', () => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

  const fill = async (random: () => number): Promise<void> => {
    const samples = Array.from({ length: 400 }, () =>
      sample(
        FROM + Math.floor(random() * 2 * HOUR),
        { lcp: Math.exp(random() * 8), cls: random() - 0.5 },
        { environment: random() < 0.5 ? null : 'production' },
      ),
    );
    for (const left = shuffle(samples, random); left.length > 0;)
      await store(...left.splice(0, 1 + Math.floor(random() * 20)));
  };

  test('yields equivalent series with fewer rows, by minute and by hour, and is idempotent', async () => {
    process.stdout.write(`seed ${seed}\n`);
    await fill(randomFrom(seed));
    const before = [await read(), await read({ groupBy: 'environment' })].map(rounded);
    const minutes = rounded(await read({ stepMs: MINUTE }));
    await compact('minute');
    expect(new Set((await rows()).map(({ width }) => width))).toEqual(new Set([1]));
    expect([await read(), await read({ groupBy: 'environment' })].map(rounded)).toEqual(before);
    expect(rounded(await read({ stepMs: MINUTE }))).toEqual(minutes);
    await compact('hour');
    expect((await rows()).map(({ width }) => width)).toEqual(Array.from({ length: 8 }, () => 60));
    expect([await read(), await read({ groupBy: 'environment' })].map(rounded)).toEqual(before);
    const after = await db.pool.query('select * from metric_points order by 1, 2, 3, 4, 5, 6, 7, 8');
    await compact('minute');
    await compact('hour');
    expect((await db.pool.query('select * from metric_points order by 1, 2, 3, 4, 5, 6, 7, 8')).rows).toEqual(
      after.rows,
    );
  });

  test('compacts complete minutes and hours only', async () => {
    await store(sample(FROM, { lcp: 1 }), sample(FROM + 2 * MINUTE, { lcp: 1 }));
    await compact('minute', FROM + 2 * MINUTE + 30_000);
    expect(await rows()).toEqual([
      { width: 1, count: 1 },
      { width: 0, count: 1 },
    ]);
    await compact('hour', FROM + 59 * MINUTE);
    expect(await rows()).toEqual([
      { width: 1, count: 1 },
      { width: 0, count: 1 },
    ]);
  });

  test('late points join compacted ones', async () => {
    await store(sample(FROM, { lcp: 1 }));
    await compact('minute');
    await compact('hour');
    await store(sample(FROM + 5 * MINUTE, { lcp: 3 }));
    await compact('minute');
    await compact('hour');
    expect(await rows()).toEqual([{ width: 60, count: 2 }]);
    expect((await read()).series).toMatchObject([{ points: [{ count: 2, sum: 4, min: 1, max: 3 }] }]);
  });

  test('neither loses nor duplicates concurrent points, also with two compactions at once', async () => {
    const random = randomFrom(seed);
    await fill(random);
    const [filled] = (await db.pool.query<{ n: string }>('select sum(count) as n from metric_points')).rows;
    const late = Promise.all(
      Array.from({ length: 30 }, (_, index) => store(sample(FROM + index * MINUTE, { lcp: 1 }))),
    );
    await Promise.all([compact('minute'), compact('minute'), late]);
    await Promise.all([compact('minute'), late]);
    await Promise.all([compact('hour'), compact('hour')]);
    const [all] = (await db.pool.query<{ n: string }>('select sum(count) as n from metric_points')).rows;
    expect(Number(all?.n)).toBe(Number(filled?.n) + 30);
  });
});

/** Resolves with the number of values that joined `(other)`. */
async function storeIn(tx: Tx, samples: readonly MetricSamples[]): Promise<number> {
  const names = createNameBudget(CAPS);
  await storeMetrics(tx, samples, names);
  return names.folds().reduce((sum, { count }) => sum + count, 0);
}

async function compact(to: 'minute' | 'hour', beforeMs = FROM + 24 * HOUR): Promise<void> {
  while ((await compactMetrics(db, { to, beforeMs, limit: 50 })) === 50);
}

function sample(atMs: number, values: Readonly<Record<string, number>>, more: Partial<MetricSamples> = {}) {
  return {
    projectId: '1',
    id: eventId((serial += 1) % 4_000, `batch ${serial}`, atMs),
    environment: 'production',
    release: '1.0.0',
    values,
    ...more,
  };
}

async function rows(): Promise<readonly { width: number; count: number }[]> {
  return (
    await db.pool.query<{ width: number; count: number }>(
      'select width, count::int4 from metric_points order by minute, width, part',
    )
  ).rows;
}

function rounded(set: MetricSeriesSet): unknown {
  return JSON.parse(JSON.stringify(set), (key, value: unknown) =>
    key === 'sum' ? Number((value as number).toFixed(3)) : value,
  );
}

function store(...samples: readonly MetricSamples[]): Promise<number> {
  return inTransaction(db, (tx) => storeIn(tx, samples));
}

interface ReadRequest extends Partial<SeriesRequest> {
  readonly fromMs?: number;
  readonly stepMs?: number;
}

function read({ fromMs = FROM, stepMs = HOUR, ...request }: ReadRequest = {}): Promise<MetricSeriesSet> {
  return readMetricSeries(db, '1', {
    name: 'lcp',
    bars: barsOf({ fromMs, toMs: FROM + 3 * HOUR }, stepMs),
    ...request,
  });
}
