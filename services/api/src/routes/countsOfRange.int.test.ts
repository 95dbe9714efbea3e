import { beforeAll, describe, expect, test } from '@jest/globals';
import { hourOf, startOfHour, type EventType } from '@sluice/contract';
import { copyRows, ensurePartitions, inTransaction, PARTITIONED_TABLES, upsertProjectUsers } from '@sluice/db';
import { bucketsOf } from '@sluice/reading';
import { readReleaseSeries } from '@sluice/sourcemaps/statements';
import { deriveDay } from '@sluice/visits';
import { addUsage } from '@sluice/accounting';
import { rollUpEndpoints } from '@sluice/traces';
import { type Tenant, useApi } from '../testing/apiHarness.js';
import { eventIdAt, storeSpans } from '../testing/storeSpans.js';
import { storeThrown } from '../testing/storeThrown.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Two days after the clocks of New York changed. */
const NOW = Date.UTC(2026, 10, 3, 9, 31);
const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York'] as const;

/** Starts of hours and days, in UTC and the zones, and the ends of the ranges below. */
const EDGES = [
  Date.UTC(2026, 9, 20, 9),
  Date.UTC(2026, 9, 20, 9, 31),
  Date.UTC(2026, 9, 20, 10),
  Date.UTC(2026, 9, 20),
  Date.UTC(2026, 9, 21),
  Date.UTC(2026, 9, 30),
  Date.UTC(2026, 9, 24, 18, 30),
  Date.UTC(2026, 9, 24, 18),
  Date.UTC(2026, 9, 24, 19),
  Date.UTC(2026, 9, 31, 4),
  Date.UTC(2026, 10, 1, 4),
  Date.UTC(2026, 10, 1, 6),
  Date.UTC(2026, 10, 2, 5),
  Date.UTC(2026, 10, 2, 9),
  Date.UTC(2026, 10, 2, 9, 31),
  Date.UTC(2026, 10, 3),
  Date.UTC(2026, 10, 3, 8),
  Date.UTC(2026, 10, 3, 8, 31),
  Date.UTC(2026, 10, 3, 9),
];
const MOMENTS = EDGES.flatMap((edge) => [edge - 1, edge, edge + 1, edge + 31 * MINUTE])
  .filter((ms) => ms < NOW)
  .sort((a, b) => a - b);

const RANGES: readonly (readonly [string, number, number])[] = [
  ['the last hour', NOW - HOUR, NOW],
  ['the last 24 hours', NOW - DAY, NOW],
  ['the last 7 days', NOW - 7 * DAY, NOW],
  ['the last 14 days', NOW - 14 * DAY, NOW],
  ['the last 30 days', NOW - 30 * DAY, NOW],
  ['a day of Kolkata', Date.UTC(2026, 9, 24, 18, 30), Date.UTC(2026, 9, 25, 18, 30)],
  ['five days of New York', Date.UTC(2026, 9, 30, 4), Date.UTC(2026, 10, 4, 5)],
  ['five days that ended', Date.UTC(2026, 9, 20, 9, 31), Date.UTC(2026, 9, 25, 0, 1)],
  ['a quarter of an hour', Date.UTC(2026, 9, 20, 9, 30), Date.UTC(2026, 9, 20, 9, 45)],
];
let ours: Tenant;
const api = useApi();
beforeAll(async () => {
  api.now = NOW;
  ours = await api.newTenant('ranges');
  const tables = PARTITIONED_TABLES;
  await ensurePartitions(api.db, { tables, interval: 'day', fromMs: NOW - 20 * DAY, throughMs: NOW });
  await storeAll();
});

const NO_AGENT = { browser: '', os: '', device: '' };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe.each(ZONES)('in %s', (zone) => {
  test.each(RANGES)('%s has the same counts on every page', async (_name, fromMs, toMs) => {
    const query = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
    const expected = hoursOf(fromMs, toMs).length;
    expect(expected).toBeGreaterThan(0);
    const counts = { ...(await exceptionCounts(query, zone, { fromMs, toMs })), ...(await otherCounts(query, zone)) };
    expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, expected])));
  });

  test('bars are the days of the zone', async () => {
    const [fromMs, toMs] = [NOW - 14 * DAY, NOW];
    const query = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}&zone=${zone}`;
    const dayOf = (ms: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms);
    const days = new Map<string, number>();
    // An hour belongs to the day in which it begins.
    for (const at of hoursOf(fromMs, toMs)) {
      const day = dayOf(startOfHour(hourOf(at)));
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    const barsOf = (rows: readonly Row[], value: (row: Row) => number) =>
      new Map(rows.filter((row) => value(row) > 0).map((row) => [dayOf(Date.parse(row.time)), value(row)]));
    const [impact, visits, stats, metric, endpoints] = await Promise.all([
      read(`user-impact?${query}`),
      read(`visits?${query}`),
      read(`stats?type=exception&interval=day&${query}`),
      read(`metrics/lcp?interval=86400&${query}`),
      read(`endpoints/series?interval=86400&${query}`),
    ]);
    expect(barsOf(impact.data, ({ exceptions }) => exceptions)).toEqual(days);
    expect(barsOf(visits.data, ({ pageviews }) => pageviews)).toEqual(days);
    expect(barsOf(stats.data, ({ processed }) => processed)).toEqual(days);
    expect(barsOf(metric.series[0]?.points ?? [], ({ count }) => count)).toEqual(days);
    expect(barsOf(endpoints.points, ({ count }) => count)).toEqual(days);
    const [issue] = (await read(`issues?${query}`)).data;
    expect(issue?.series.counts.filter((count) => count > 0)).toEqual([...days.values()]);
  });
});

test.each([
  ['the last 24 hours', NOW - DAY],
  ['the last 14 days', NOW - 14 * DAY],
])('the histogram of logs has the logs of usage: %s, from a whole hour', async (_name, fromMs) => {
  const query = `from=${new Date(Math.floor(fromMs / HOUR) * HOUR).toISOString()}&to=${new Date(NOW).toISOString()}`;
  const histogram = await read(`logs/histogram?${query}&zone=Asia/Kolkata`);
  expect(sum(histogram.data.map(({ levels }) => levels['info'] ?? 0))).toBe(await usage('log', query, 'hour', 'UTC'));
});

test.each(['Mars/Olympus', '+05:30', '', 'x'.repeat(64)])('the zone %j is refused', async (zone) => {
  for (const path of [
    'stats',
    'visits',
    'user-impact',
    'issues',
    'metrics/lcp',
    'endpoints/series',
    'logs/histogram',
  ]) {
    const { status, text } = await api.ask(`${ours.path}/${path}?zone=${encodeURIComponent(zone)}`, {
      token: ours.token,
    });
    expect([path, status]).toEqual([path, 400]);
    expect(text).toContain('zone');
  }
});

async function storeAll(): Promise<void> {
  const { projectId } = ours;
  await storeThrown(
    api,
    ours,
    MOMENTS.map((at) => ({ ago: NOW - at, user: 'id:u1', release: 'r1' })),
  );
  await storeSpans(
    api,
    ours,
    ...MOMENTS.map((at, index) => ({ ago: NOW - at, trace_id: `t${index}`, metrics: { lcp: 1 } })),
  );
  const common = (at: number) => ({ project_id: projectId, id: eventIdAt(at), timestamp: at });
  await inTransaction(api.db, async (tx) => {
    const user = { id: 'u1', email: null, username: null, name: null, ip: null };
    await upsertProjectUsers(tx, [{ projectId, userKey: 'id:u1', timestampMs: NOW, ...user }]);
    await copyRows(
      tx,
      'logs',
      MOMENTS.map((at) => ({ ...common(at), level: 'info', message: 'm' })),
    );
    await copyRows(
      tx,
      'hits',
      MOMENTS.map((at) => ({ ...common(at), kind: 'pageview', url: 'https://a.example/' })),
    );
    const types: readonly EventType[] = ['exception', 'span', 'log', 'hit'];
    await addUsage(
      tx,
      types.flatMap((type) =>
        MOMENTS.map((at) => ({
          projectId,
          type,
          outcome: 'processed' as const,
          reason: '' as const,
          hour: hourOf(at),
          epoch: 'e',
          count: 1,
          arrivalMs: at,
        })),
      ),
    );
  });
  for (const day of new Set(MOMENTS.map((at) => new Date(at).toISOString().slice(0, 10))))
    for (const kind of ['exception', 'hit'] as const)
      await deriveDay(
        api.db,
        { projectId, kind, day, count: 1 },
        { clock: () => 0, readAgent: () => NO_AGENT, maxEventAgeMs: DAY },
      );
  for (const hour of new Set(MOMENTS.map(hourOf)))
    await rollUpEndpoints(api.db, { projectId, hourMs: startOfHour(hour) });
}

/** Every number of exceptions that a page shows for a range. */
async function exceptionCounts(query: string, zone: string, range: { fromMs: number; toMs: number }) {
  const [list, summary, impact, users, user, adoption] = await Promise.all([
    read(`issues?${query}&zone=${zone}`),
    read(`issues/summary?${query}`),
    read(`user-impact?${query}&zone=${zone}`),
    read(`users?sort=exceptions&${query}`),
    read(`users/id%3Au1?${query}`),
    read(`release-adoption?${query}`),
  ]);
  const [issue] = list.data;
  const detail = issue === undefined ? undefined : await read(`issues/${issue.id}?${query}&zone=${zone}`);
  const release = await readReleaseSeries(api.db, ours.projectId, 'r1', bucketsOf(range, { nowMs: NOW, zone }));
  return {
    list: sum(list.data.map(({ count }) => count)),
    sparkline: sum(issue?.series.counts ?? []),
    summary: summary.events,
    issue: detail?.count ?? 0,
    issueBars: sum(detail?.series.counts ?? []),
    impact: impact.exceptions,
    impactBars: sum(impact.data.map(({ exceptions }) => exceptions)),
    users: sum(users.data.map(({ exceptions }) => exceptions)),
    user: user.exceptions,
    adoption: sum(adoption.data.map(({ exceptions }) => exceptions)),
    release: sum([...release.values()].map(({ exceptions }) => exceptions)),
    usageByHour: await usage('exception', query, 'hour', zone),
    usageByDay: await usage('exception', query, 'day', zone),
  };
}

/** Every number of spans, hits and values. */
async function otherCounts(query: string, zone: string) {
  const [endpoints, series, metrics, metric, byDay, visits, pages] = await Promise.all([
    read(`endpoints?${query}`),
    read(`endpoints/series?${query}&zone=${zone}`),
    read(`metrics?${query}`),
    read(`metrics/lcp?${query}&zone=${zone}`),
    read(`metrics/lcp?${query}&interval=86400&zone=${zone}`),
    read(`visits?${query}&zone=${zone}`),
    read(`visits/breakdown?dimension=page&${query}`),
  ]);
  const pointsOf = (body: Body): number => sum(body.series.flatMap(({ points }) => points).map(({ count }) => count));
  return {
    endpoints: (endpoints.total as Body['total'] | null)?.count ?? 0,
    endpointBars: sum(series.points.map(({ count }) => count)),
    metrics: sum(metrics.data.map(({ count }) => count)),
    metric: pointsOf(metric),
    metricByDay: pointsOf(byDay),
    visits: visits.totals.pageviews,
    visitBars: sum(visits.data.map(({ pageviews }) => pageviews)),
    pages: sum(pages.data.map(({ pageviews }) => pageviews)),
    spans: await usage('span', query, 'hour', zone),
    hits: await usage('hit', query, 'day', zone),
  };
}

async function read(path: string): Promise<Body> {
  const { status, body } = await api.ask(`${ours.path}/${path}`, { token: ours.token });
  expect([path, status]).toEqual([path, 200]);
  return body as Body;
}

async function usage(type: EventType, query: string, interval: string, zone: string): Promise<number> {
  return sum(
    (await read(`stats?type=${type}&interval=${interval}&${query}&zone=${zone}`)).data.map(
      ({ processed }) => processed,
    ),
  );
}

function hoursOf(fromMs: number, toMs: number): readonly number[] {
  return MOMENTS.filter((at) => at >= Math.floor(fromMs / HOUR) * HOUR && at < Math.ceil(toMs / HOUR) * HOUR);
}

/** The parts of the answers that have counts. */
interface Body {
  readonly data: readonly Row[];
  readonly events: number;
  readonly exceptions: number;
  readonly count: number;
  readonly series: readonly { readonly points: readonly Row[] }[] & { readonly counts: readonly number[] };
  readonly points: readonly Row[];
  readonly total: { readonly count: number };
  readonly totals: { readonly pageviews: number };
}

interface Row {
  readonly id: string;
  readonly time: string;
  readonly count: number;
  readonly exceptions: number;
  readonly pageviews: number;
  readonly processed: number;
  readonly levels: Readonly<Record<string, number>>;
  readonly series: { readonly counts: readonly number[] };
}
