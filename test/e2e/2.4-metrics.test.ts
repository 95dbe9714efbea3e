import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rowsIn, type WireObject } from './support/api.js';
import { type WireEvent } from './support/events.js';
import { sendStored } from './support/sendStored.js';
import { spanEvent } from './support/spans.js';
import { useSystem, useTenant, useApiClient } from './support/useSystem.js';

const week = 604_800;
const total = 900;

/** Milliseconds of a page load: three decades wide, most of them short, none equal. */
const values = Array.from({ length: total }, (_, index) => Math.round(10 ** (1 + (3 * index) / total) * 1_000) / 1_000);

interface Sent {
  readonly value: number;
  readonly environment: string | undefined;
  readonly release: string | undefined;
}

const sent: readonly Sent[] = values.map((value, index) => ({
  value,
  environment: [undefined, 'production', 'staging'][index % 3],
  release: index % 2 === 0 ? 'web@1.0.0' : 'web@1.1.0',
}));
const system = useSystem();
const project = useTenant(system);
const api = useApiClient(system, project, 'project:read');
beforeAll(async () => {
  const events = sent.map(eventOf);
  // Spread over batches of mixed sizes, so that several transactions add to one series.
  await sendStored(
    system,
    project,
    events.slice(0, 1),
    events.slice(1, 101),
    events.slice(101, 600),
    events.slice(600),
  );
}, 120_000);

const valuesWhere = (passes: (one: Sent) => boolean): number[] => sent.filter(passes).map(({ value }) => value);

describe('a series', () => {
  test('has exact count, sum, min and max, and percentiles within 1 %', async () => {
    expectPoint(await pointOf({}), values);
  });

  test('may be of one environment, of one release, or of both', async () => {
    expectPoint(
      await pointOf({ environment: 'production' }),
      valuesWhere(({ environment }) => environment === 'production'),
    );
    expectPoint(
      await pointOf({ release: 'web@1.1.0' }),
      valuesWhere(({ release }) => release === 'web@1.1.0'),
    );
    expectPoint(
      await pointOf({ environment: 'staging', release: 'web@1.0.0' }),
      valuesWhere(({ environment, release }) => environment === 'staging' && release === 'web@1.0.0'),
    );
  });

  test.each(['environment', 'release'] as const)('grouped by %s has every value in one group', async (groupBy) => {
    const answer = await api.get('metrics/lcp', { interval: week, groupBy });
    const groups = [...new Set(sent.map((one) => one[groupBy] ?? null))];
    const series = rowsIn(answer['series']);
    expect(new Set(series.map((one) => one[groupBy]))).toEqual(new Set(groups));
    for (const one of series) {
      expectPoint(
        rowsIn(one['points'])[0],
        valuesWhere((each) => (each[groupBy] ?? null) === one[groupBy]),
      );
    }
  });

  test('includes values below and at zero', async () => {
    const point = await pointOf({}, 'negative');
    expect(point).toMatchObject({ count: 10, min: -Math.max(...values.slice(0, 10)), max: -10 });
    expect(await pointOf({}, 'zero')).toMatchObject({ count: 10, sum: 0, min: 0, max: 0, p50: 0, p95: 0, p99: 0 });
  });

  test('in shorter intervals adds up to the same, in the order of time', async () => {
    const answer = await api.get('metrics/lcp', { from: new Date(Date.now() - 1_800_000).toISOString() });
    expect(answer['interval']).toBe(60);
    const points = rowsIn(rowsIn(answer['series'])[0]?.['points']);
    expect(points.reduce((sum, { count }) => sum + Number(count), 0)).toBe(total);
    const times = points.map(({ time }) => String(time));
    expect(times).toEqual([...times].sort());
  });

  test('is empty for a range without points and for an unknown name', async () => {
    const past = { from: '2020-01-01', to: '2020-01-02' };
    expect(rowsIn((await api.get('metrics/lcp', past))['series'])).toEqual([]);
    expect(rowsIn((await api.get('metrics/unheard'))['series'])).toEqual([]);
  });
});

describe('the list of metrics', () => {
  test('has the totals of each, by name, also page by page', async () => {
    const rows = await api.all('metrics', { limit: 1 });
    expect(rows.map(({ name }) => name)).toEqual(['lcp', 'negative', 'zero']);
    const sum = values.reduce((all, value) => all + value, 0);
    expect(rows[0]).toMatchObject({ count: total, min: 10, max: Math.max(...values) });
    expect(rows[0]?.['sum']).toBeCloseTo(sum, 3);
    expect(rows[0]?.['avg']).toBeCloseTo(sum / total, 6);
  });

  test('may be of one environment', async () => {
    const [lcp] = await api.all('metrics', { environment: 'staging' });
    expect(lcp).toMatchObject({ name: 'lcp', count: total / 3 });
  });
});

test('the spans behind a metric are all found, with their values', async () => {
  const spans = await api.all('spans', { metric: 'lcp', environment: 'production', limit: 100 });
  const found = spans.map(({ metrics }) => (metrics as Record<string, number>)['lcp'] ?? NaN).sort((a, b) => a - b);
  expect(found).toEqual(valuesWhere(({ environment }) => environment === 'production').sort((a, b) => a - b));
  expect(await api.all('spans', { metric: 'zero' })).toHaveLength(10);
});

/** One point for the whole series; several only if a new week begins meanwhile. */
async function pointOf(query: Record<string, string>, name = 'lcp'): Promise<WireObject | undefined> {
  const answer = await api.get(`metrics/${name}`, { interval: week, ...query });
  expect(answer).toMatchObject({ name, interval: week, errorBound: 0.01, truncated: false });
  const [series, ...more] = rowsIn(answer['series']);
  expect(more).toEqual([]);
  return rowsIn(series?.['points'])[0];
}

/** Within the bound of some value between the ranks that any usual definition of the quantile takes. */
function expectQuantile(actual: unknown, q: number, of: readonly number[]): void {
  const sorted = [...of].sort((a, b) => a - b);
  const rank = q * (sorted.length - 1);
  const [low = 0, high = 0] = [
    sorted[Math.max(0, Math.floor(rank) - 1)],
    sorted[Math.min(of.length - 1, Math.ceil(rank) + 1)],
  ];
  expect(actual).toBeGreaterThanOrEqual(low * 0.99);
  expect(actual).toBeLessThanOrEqual(high * 1.01);
}

function expectPoint(point: WireObject | undefined, of: readonly number[]): void {
  expect(point).toMatchObject({ count: of.length, min: Math.min(...of), max: Math.max(...of) });
  expect(point?.['sum']).toBeCloseTo(
    of.reduce((sum, value) => sum + value, 0),
    3,
  );
  expectQuantile(point?.['p50'], 0.5, of);
  expectQuantile(point?.['p95'], 0.95, of);
  expectQuantile(point?.['p99'], 0.99, of);
}

function eventOf({ value, environment, release }: Sent, index: number): WireEvent {
  return spanEvent({
    traceId: randomUUID(),
    uuid: `span-${index}`,
    metrics: { lcp: value, ...(index < 10 ? { negative: -value, zero: 0 } : {}) },
    contexts: {
      ...(environment === undefined ? {} : { environment }),
      ...(release === undefined ? {} : { release }),
    },
  });
}
