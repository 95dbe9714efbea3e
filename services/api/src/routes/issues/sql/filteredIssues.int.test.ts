import { ISSUE_SORTS } from '@sluice/contract';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  occurrence,
  storeOccurrences,
  ARRIVAL,
  ensureTestPartitions,
  eventId,
  randomFrom,
  useDatabase,
} from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { ARRIVAL_SCAN, barsOf, type PageRequest } from '@sluice/reading';
import { mergeIssues } from '@sluice/issues';
import type { IssueFilter } from './issueFilter.js';
import { type IssueSort } from './issueOrder.js';
import { listIssues } from './listIssues.js';
import { summarizeIssues } from './summarizeIssues.js';
import type { ListedIssue } from './storedIssue.js';

const HOUR_MS = 3_600_000;
const random = randomFrom(5);
const oneOf = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

/** Exceptions of 20 issues in 6 hours of arrival; what their clocks say is up to two hours older. */
const thrown = Array.from({ length: 400 }, (_, index) => {
  const arrivalMs = ARRIVAL + Math.floor(random() * 6 * HOUR_MS);
  return {
    arrivalMs,
    id: eventId(index, 'thrown', arrivalMs),
    timestampMs: arrivalMs - Math.floor(random() * 2 * HOUR_MS),
    hash: `hash ${Math.floor(random() ** 2 * 20)}`,
    environment: oneOf('production', 'staging', null),
    release: oneOf('1.0.0', '2.0.0', null),
    level: oneOf('error', 'fatal'),
    userKey: oneOf(null, ...Array.from({ length: 9 }, (_none, user) => `id:${user}`)),
  };
});
type Thrown = (typeof thrown)[number];
const database = useDatabase();
beforeAll(async () => {
  await ensureTestPartitions(database.db, ARRIVAL - 24 * HOUR_MS, ARRIVAL + 24 * HOUR_MS);
  await storeAll('1', thrown);
});

const ALL: PageRequest = { limit: 100, fromMs: 0, toMs: Date.UTC(9999, 11, 31), after: undefined };
type Asked = Partial<PageRequest> & IssueFilter & { readonly sort?: IssueSort };

const RANGE = { fromMs: ARRIVAL + 90 * 60_000, toMs: ARRIVAL + 3 * HOUR_MS + 7 };
const FILTERS: readonly [string, Asked][] = [
  ['from', { fromMs: RANGE.fromMs }],
  ['to', { toMs: RANGE.toMs }],
  ['environment', { environment: 'staging' }],
  ['release', { release: '2.0.0' }],
  ['everything by sums', { ...RANGE, environment: 'staging', release: '2.0.0' }],
];
/** No sums exist for these: above `ARRIVAL_SCAN` exceptions only the newest are read. */
const READ_FILTERS: readonly [string, Asked][] = [
  ['level', { level: 'fatal' }],
  ['everything', { ...RANGE, environment: 'staging', release: '2.0.0', level: 'error' }],
];

describe('issues by range, environment, release or level', () => {
  test.each([...FILTERS, ...READ_FILTERS])(
    'narrowed by %s: every number is of the exceptions that match',
    async (_name, asked) => {
      expect(shown((await list(asked)).rows)).toEqual(expected(asked));
    },
  );

  test.each(ISSUE_SORTS)('are sorted by the %s that they show, over pages', async (sort) => {
    const asked = { ...RANGE, environment: 'production', sort };
    const rows: ListedIssue[] = [];
    let after: string | undefined;
    do {
      const page = await list({ ...asked, limit: 3, after });
      rows.push(...page.rows);
      after = page.next;
    } while (after !== undefined);
    expect(shown(rows)).toEqual(expected(asked));
    const values = rows.map((row) => valueOf(row, sort));
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test('follow a merge, and a text', async () => {
    const { rows } = await list({ environment: 'staging', sort: 'count' });
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('there are two issues');
    await storeAll('2', thrown);
    const theirs = (await list({ environment: 'staging', sort: 'count' }, '2')).rows;
    const [kept = '', gone = ''] = theirs.map(({ id }) => id);
    await mergeIssues(database.db, '2', kept, { issues: [gone] });
    const merged = (await list({ environment: 'staging', sort: 'count' }, '2')).rows;
    expect(merged.map(({ id }) => id)).not.toContain(gone);
    expect(merged.find(({ id }) => id === kept)?.count).toBe(first.count + second.count);
    expect(
      (await list({ environment: 'staging', query: 'HASH 1' })).rows.every(({ title }) => title.startsWith('hash 1')),
    ).toBe(true);
  });
});

const hoursFrom = (fromMs: number, count: number) => barsOf({ fromMs, toMs: fromMs + count * HOUR_MS }, HOUR_MS);

describe('series and summary', () => {
  // Bars of arrival, which need not begin with the hour.
  const times = Array.from({ length: 6 }, (_none, index) => ARRIVAL + index * HOUR_MS);
  const series = { fromMs: ARRIVAL, toMs: ARRIVAL + 6 * HOUR_MS, stepMs: HOUR_MS, times, bounds: times };
  const bucketsOf = (own: readonly Thrown[]): readonly number[] =>
    Array.from(
      { length: times.length },
      (_none, index) =>
        own.filter(({ arrivalMs }) => Math.floor((arrivalMs - series.fromMs) / series.stepMs) === index).length,
    );

  test('a series counts the exceptions that match by arrival, and the trend compares its halves', async () => {
    const asked = { environment: 'staging' };
    const page = { ...ALL, fromMs: ARRIVAL };
    const { rows } = await listIssues(database.db, '1', page, { sort: 'trend', series, ...asked });
    const own = (title: string) => thrown.filter((one) => one.hash === title && matches(asked, one));
    expect(rows.map((row) => row.series)).toEqual(rows.map(({ title }) => bucketsOf(own(title))));
    const grown = rows.map(({ series: counts = [] }) =>
      counts.reduce((sum, count, index) => sum + (index < 3 ? -count : count), 0),
    );
    expect(rows.map(({ trend }) => trend)).toEqual(grown);
    expect(grown).toEqual([...grown].sort((a, b) => b - a));
  });

  test.each<[string, Asked]>([...FILTERS, ...READ_FILTERS, ['nothing', { fromMs: ARRIVAL }]])(
    'narrowed by %s: a summary adds up with the list',
    async (_name, asked) => {
      const { rows } = await list(asked);
      const { fromMs = 0, toMs = ALL.toMs, ...filter } = asked;
      const summary = await summarizeIssues(
        database.db,
        '1',
        { ...ALL, fromMs, toMs },
        { filter, newSinceMs: 0, userId: undefined, selected: { status: 'open' } },
      );
      const users = new Set(thrown.filter((one) => matches(asked, one)).flatMap(({ userKey }) => userKey ?? []));
      expect(summary).toEqual({
        open: rows.length,
        fresh: rows.length,
        regressed: 0,
        assigned: 0,
        resolved: 0,
        ignored: 0,
        events: rows.reduce((sum, { count }) => sum + count, 0),
        users: users.size,
        approximate: false,
        scannedToMs: undefined,
      });
    },
  );
});

describe('where more exceptions arrived than are looked at', () => {
  const BUSY = 25_000;
  beforeAll(async () => {
    await storeAll('3', thrown);
    // One issue has most of them, all in 25 seconds, half of them in staging.
    await database.db.pool.query(
      `insert into exceptions (project_id, id, timestamp, level, type, message, hash, payload, environment, release, user_key)
       select 3, (lpad(to_hex($1::bigint + n), 12, '0') || '8000' || '8000' || lpad('', 12, '0'))::uuid, to_timestamp(($1 + n) / 1000.0),
         'error', 'E', 'm', 'hash 0', '{}', case n % 2 when 0 then 'staging' end, '3.0.0', 'id:' || n % 7
       from generate_series(0, $2::int - 1) n`,
      [ARRIVAL, BUSY],
    );
    await database.db.pool.query(
      `insert into issue_hours (project_id, hash, environment, hour, count)
       select 3, 'hash 0', e, hour_of(to_timestamp($1 / 1000.0)), $2 from unnest(array['', 'staging']) e
       on conflict (project_id, hash, environment, hour) do update set count = issue_hours.count + excluded.count`,
      [ARRIVAL, BUSY / 2],
    );
    await database.db.pool.query(`update issues set count = count + $1 where project_id = 3 and title = 'hash 0'`, [
      BUSY,
    ]);
  });

  test.each(FILTERS)('narrowed by %s: issues of few exceptions are exact, others approximate', async (_name, asked) => {
    const { rows } = await list(asked, '3');
    const numbers = shown(rows);
    const isBusy = (asked.fromMs ?? 0) <= ARRIVAL;
    const exact = new Map(expected(isBusy ? inWholeHours(asked) : asked));
    exact.delete('hash 0');
    expect(new Map([...numbers].filter(([title]) => title !== 'hash 0'))).toEqual(exact);
  });

  test('the count of the busy one is of whole hours, and no numbers are of all time', async () => {
    const staging = (await list({ environment: 'staging' }, '3')).rows.find(({ title }) => title === 'hash 0');
    const own = thrown.filter(({ hash, environment }) => hash === 'hash 0' && environment === 'staging').length;
    expect(staging).toMatchObject({ approximate: true, count: BUSY / 2 + own });
    expect(staging?.users).toBeGreaterThanOrEqual(7);
    expect(BUSY).toBeGreaterThan(ARRIVAL_SCAN);
    // The range begins after those seconds: few arrived in it.
    const late = (await list({ fromMs: RANGE.fromMs }, '3')).rows.find(({ title }) => title === 'hash 0');
    expect(late?.approximate).toBe(false);
  });

  test('the series of the busy one is of the same sums as its count', async () => {
    const series = hoursFrom(ARRIVAL - (ARRIVAL % HOUR_MS), 8);
    const page = { ...ALL, fromMs: ARRIVAL };
    const { rows } = await listIssues(database.db, '3', page, { sort: 'users', series, environment: 'staging' });
    const busy = rows.find(({ title }) => title === 'hash 0');
    expect(busy?.series?.[0]).toBeGreaterThanOrEqual(BUSY / 2);
    expect(busy?.series?.reduce((sum, count) => sum + count, 0)).toBe(busy?.count);
  });

  test.each(['count', 'trend'] as const)('sorted by %s: the sums of whole hours decide', async (sort) => {
    const series = hoursFrom(ARRIVAL - (ARRIVAL % HOUR_MS), 4);
    const page = { ...ALL, fromMs: ARRIVAL };
    const { rows } = await listIssues(database.db, '3', page, { sort, series });
    const values = rows.map((row) => row[sort]);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(rows[sort === 'count' ? 0 : rows.length - 1]?.title).toBe('hash 0');
    const summary = await summarizeIssues(database.db, '3', page, {
      filter: {},
      newSinceMs: 0,
      userId: undefined,
      selected: { status: 'open' },
    });
    expect(summary).toMatchObject({ open: rows.length, approximate: true, scannedToMs: undefined });
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(summary.events);
  });

  test('a filter that only exceptions answer reports how far it looked', async () => {
    const { rows, scannedToMs } = await list({ user: 'id:3' }, '3');
    expect(rows.every(({ approximate }) => approximate)).toBe(true);
    expect(scannedToMs).toBeGreaterThan(ARRIVAL);
  });
});

async function storeAll(projectId: string, all: readonly Thrown[]): Promise<void> {
  const rows = all.map(({ id, timestampMs, hash, environment, release, level, userKey }) => ({
    project_id: projectId,
    id,
    timestamp: timestampMs,
    environment,
    release,
    user_key: userKey,
    hash,
    trace_id: null,
    span_id: null,
    replay_id: null,
    tags: null,
    contexts: null,
    level,
    type: 'Error',
    message: 'm',
    handled: null,
    payload: '{}',
  }));
  await inTransaction(database.db, (tx) => copyRows(tx, 'exceptions', rows));
  const occurrences = all.map(({ id, timestampMs, hash, environment, release, userKey }) =>
    occurrence(0, { projectId, id, timestampMs, hashes: [hash], environment, release, userKey, title: hash }),
  );
  await storeOccurrences(database.db, ...occurrences);
}

/** Computes the fields of an issue from its exceptions. */
function expected(asked: Asked, all: readonly Thrown[] = thrown): ReadonlyMap<string, object> {
  const matching = all.filter((one) => matches(asked, one));
  const titles = [...new Set(matching.map(({ hash }) => hash))];
  return new Map(titles.map((title) => [title, numbersOf(matching.filter(({ hash }) => hash === title))]));
}

function numbersOf(own: readonly Thrown[]): object {
  const times = own.map(({ timestampMs }) => timestampMs);
  const released = own
    .filter(({ release }) => release !== null)
    .sort((a, b) => a.timestampMs - b.timestampMs || (String(a.release) < String(b.release) ? -1 : 1));
  return {
    count: own.length,
    users: new Set(own.flatMap(({ userKey }) => userKey ?? [])).size,
    firstSeen: new Date(Math.min(...times)),
    lastSeen: new Date(Math.max(...times)),
    firstRelease: released[0]?.release ?? null,
    lastRelease: released.at(-1)?.release ?? null,
    approximate: false,
  };
}

function matches({ fromMs = 0, toMs = Infinity, environment, release, level }: Asked, one: Thrown): boolean {
  return (
    one.arrivalMs >= fromMs &&
    one.arrivalMs < toMs &&
    (environment ?? one.environment) === one.environment &&
    (release ?? one.release) === one.release &&
    (level ?? one.level) === one.level
  );
}

function inWholeHours({ fromMs = 0, toMs = Date.UTC(9999, 0), ...asked }: Asked): Asked {
  return {
    ...asked,
    fromMs: Math.floor(fromMs / HOUR_MS) * HOUR_MS,
    toMs: Math.ceil(toMs / HOUR_MS) * HOUR_MS,
  };
}

function shown(rows: readonly ListedIssue[]) {
  return new Map(
    rows.map(({ title, count, users, firstSeen, lastSeen, firstRelease, lastRelease, approximate }) => [
      title,
      { count, users, firstSeen, lastSeen, firstRelease, lastRelease, approximate },
    ]),
  );
}

function list({ sort = 'lastSeen', environment, release, level, query, user, ...page }: Asked, projectId = '1') {
  return listIssues(database.db, projectId, { ...ALL, ...page }, { sort, environment, release, level, query, user });
}

function valueOf(row: ListedIssue, sort: IssueSort): number {
  return sort === 'newest' ? row.total.firstSeen.getTime() : Number(row[sort]);
}
