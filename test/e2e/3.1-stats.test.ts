import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectApi, rowsIn, type ApiClient, type WireObject } from './support/api.js';
import { eventTypes, makeEvent, makeEvents } from './support/events.js';
import { sendEvents, type Tally } from './support/send.js';
import { createOrganization, createProject, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

const columns = ['received', 'processed', 'filtered', 'invalid', 'rateLimited', 'quotaExceeded', 'limited'] as const;
let project: Project;
let api: ApiClient;
const told = none();
let rows: readonly WireObject[];

const system = useSystem();
beforeAll(async () => {
  const organization = await createOrganization(system, { 'monthly.spans': 4 });
  project = await createProject(system, organization, { eventsPerHour: 12, 'filters.environments': ['d*'] });
  api = await connectApi(system, project, 'project:read');
  await send(project, [
    ...makeEvents('exception', 2),
    ...makeEvents('log', 3),
    ...makeEvents('span', 3),
    makeEvent('hit'),
    makeEvent('log', { contexts: { environment: 'dev' } }),
    makeEvent('log', { contexts: { environment: 'dev' } }),
    { ...makeEvent('replay'), timestamp: 'never' },
    { type: 'nonsense' },
  ]);
  // Four more may come within the hour's cap but for these; the pool of spans ends after one.
  await send(project, [...makeEvents('log', 10), ...makeEvents('span', 5)]);
  await send(project, [...makeEvents('log', 4), ...makeEvents('span', 2)]);
  const { data } = await api.until('stats', {}, (body) => sumOf(rowsIn(body['data'])).received >= told.received);
  rows = rowsIn(data);
}, 180_000);

describe('the sums', () => {
  test('are those of the tallies, and every outcome is among them', () => {
    expect(sumOf(rows)).toEqual(told);
    expect(Object.entries(told).filter(([, count]) => count === 0)).toEqual([]);
  });

  test('received is the sum of the outcomes in every row, limited of both limits', () => {
    for (const row of rows) {
      const { received, processed, filtered, invalid, rateLimited, quotaExceeded, limited } = sumOf([row]);
      expect(processed + filtered + invalid + rateLimited + quotaExceeded).toBe(received);
      expect(limited).toBe(rateLimited + quotaExceeded);
    }
  });

  test('there is a reason for every event that was not processed', () => {
    for (const row of rows) {
      const reasons = Object.values(row['reasons'] as Record<string, number>).reduce((sum, count) => sum + count, 0);
      expect(reasons).toBe(Number(row['received']) - Number(row['processed']));
    }
  });

  test('by type are those of the sent events', () => {
    const received = (type: string): number => sumOf(rows.filter((row) => row['type'] === type)).received;
    expect([...eventTypes, 'unknown'].map((type) => [type, received(type)])).toEqual([
      ['exception', 2],
      ['log', 19],
      ['span', 10],
      ['hit', 1],
      ['replay', 1],
      ['unknown', 1],
    ]);
  });
});

test('the entries of filters add up to the events of their reason', async () => {
  const { data, entries } = await api.get('stats');
  const reasons = rowsIn(data).map((row) => row['reasons'] as Record<string, number>);
  const filteredIn = (reason: string): number => reasons.reduce((sum, row) => sum + (row[reason] ?? 0), 0);
  expect(rowsIn(entries)).toEqual([{ filter: 'environments', reason: 'environment', entry: 'd*', count: 2 }]);
  expect(filteredIn('environment')).toBe(2);
});

describe('query parameters', () => {
  test('select one type alone', async () => {
    const logs = await allStats({ type: 'log' });
    expect(new Set(logs.map(({ type }) => type))).toEqual(new Set(['log']));
    expect(sumOf(logs)).toEqual(sumOf(rows.filter(({ type }) => type === 'log')));
  });

  test('days sum up hours, at the day’s begin', async () => {
    const days = await allStats({ interval: 'day' });
    expect(sumOf(days)).toEqual(told);
    for (const { time } of days) expect(String(time)).toMatch(/T00:00:00\.000Z$/);
  });

  test('a range without events has no row', async () => {
    expect(await allStats({ from: '2024-01-01', to: '2024-01-02' })).toEqual([]);
  });

  test.each([
    ['from after to', { from: '2024-01-02', to: '2024-01-01' }],
    ['years of hours', { from: '2020-01-01', to: '2024-01-01' }],
    ['no type of ours', { type: 'trace' }],
    ['no interval of ours', { interval: 'week' }],
  ])('%s is refused', async (_name, query) => {
    const { status, json } = await api.request('GET', 'stats', { query });
    expect({ status, json }).toMatchObject({ status: 400, json: { error: { code: 'bad_query' } } });
  });
});

test('the month of the organization has the usage of each pool, by project', async () => {
  const address = `/api/0/organizations/${project.organization}/stats`;
  const month = await api.get(address);
  const pools = new Map(rowsIn(month['pools']).map((pool) => [pool['pool'], pool]));
  expect(pools.get('spans')).toMatchObject({ limit: 4, used: 4 });
  expect(pools.get('logs')).toMatchObject({ limit: null });
  const used = [...pools.values()].reduce((sum, pool) => sum + Number(pool['used']), 0);
  expect(used).toBe(told.processed);
  const [own, ...others] = rowsIn(month['projects']);
  expect([own?.['project'], others]).toEqual([project.slug, []]);
});

async function send(to: Project, events: readonly unknown[]): Promise<void> {
  const tally = (await sendEvents(system.baseUrl, to, events)).json as Tally;
  told.received += events.length;
  told.processed += tally.processed;
  told.filtered += tally.filtered;
  told.invalid += tally.invalid;
  told.rateLimited += tally.rate_limited;
  told.quotaExceeded += tally.quota_exceeded;
  told.limited += tally.rate_limited + tally.quota_exceeded;
}

type Counts = Record<(typeof columns)[number], number>;

function none(): Counts {
  return {
    received: 0,
    processed: 0,
    filtered: 0,
    invalid: 0,
    rateLimited: 0,
    quotaExceeded: 0,
    limited: 0,
  };
}

function sumOf(of: readonly WireObject[]): Counts {
  return of.reduce<Counts>((sum, row) => {
    for (const column of columns) sum[column] += Number(row[column]);
    return sum;
  }, none());
}

function allStats(query: Record<string, string> = {}): Promise<readonly WireObject[]> {
  return api.get('stats', query).then(({ data }) => rowsIn(data));
}
