import { beforeAll, describe, expect, test } from '@jest/globals';
import { occurrence, ARRIVAL, ensureTestPartitions, eventId, randomFrom, useDatabase } from '@sluice/testkit';
import { inTransaction, admitPlaces, createNameBudget, DEFAULT_NAME_CAPS, OTHER, copyRows } from '@sluice/db';
import { ARRIVAL_SCAN, type PageRequest } from '@sluice/reading';
import { upsertIssues } from '@sluice/issues';
import type { IssueFilter } from './issueFilter.js';
import { listIssues } from './listIssues.js';

const HOUR_MS = 3_600_000;
const BUSY = ARRIVAL_SCAN + 5_000;
const random = randomFrom(7);
const pick = (count: number): number => Math.floor(random() ** 2 * count);

/** More faults, releases and environments than the caps below allow, in order of arrival. */
const thrown = Array.from({ length: 300 }, (_, index) => {
  const arrivalMs = ARRIVAL + index * 60_000;
  return {
    arrivalMs,
    id: eventId(0, `thrown ${index}`, arrivalMs),
    hash: `hash ${pick(40)}`,
    environment: `env ${pick(30)}`,
    release: `rel ${pick(60)}`,
    userKey: `id:${pick(9)}`,
  };
});
type Thrown = (typeof thrown)[number];
const CAPS = { ...DEFAULT_NAME_CAPS, issue: 10, release: 8, environment: 4 };
const own = new Set([...new Set(thrown.map(({ hash }) => hash))].slice(0, CAPS.issue));
const database = useDatabase();
beforeAll(() => ensureTestPartitions(database.db, ARRIVAL - 24 * HOUR_MS, ARRIVAL + 24 * HOUR_MS));

type Numbers = Readonly<Record<string, { readonly count: number; readonly users: number }>>;

const LATE = ARRIVAL + 2 * HOUR_MS;
const last = thrown.filter(({ hash }) => !own.has(hash)).at(-1);
const lateRelease = last?.release ?? '';
const lateEnvironment = last?.environment ?? '';
describe('a filtered list of issues above the caps of new names', () => {
  beforeAll(() => storeAll('1'));

  test.each<[string, Parameters<typeof list>[1], (one: Thrown) => boolean]>([
    ['from', { fromMs: LATE }, ({ arrivalMs }) => arrivalMs >= LATE],
    ['to', { toMs: LATE }, ({ arrivalMs }) => arrivalMs < LATE],
    ['a release', { release: lateRelease }, ({ release }) => release === lateRelease],
    ['an environment', { environment: lateEnvironment }, ({ environment }) => environment === lateEnvironment],
  ])('narrowed by %s: counts folded exceptions in (other)', async (_name, asked, isMatching) => {
    expect(await shown('1', asked)).toEqual(expected(isMatching));
  });
});

describe('where more exceptions arrived than are looked at', () => {
  const titleOfBusy = [...own][0] ?? '';
  const withoutBusy = (all: Numbers): Numbers =>
    Object.fromEntries(Object.entries(all).filter(([title]) => title !== titleOfBusy));
  beforeAll(async () => {
    await storeAll('2');
    await storeBusy('2', titleOfBusy, ARRIVAL - 60_000);
    await storeAll('3');
    await storeBusy('3', titleOfBusy, ARRIVAL + 20 * HOUR_MS);
  });

  test.each(['release', 'environment'] as const)('narrowed by a %s: no issue is missing', async (name) => {
    const values = [...new Set(thrown.map((one) => one[name]))];
    for (const value of values.filter((_value, index) => index % 6 === 0)) {
      const matching = expected((one) => one[name] === value);
      expect([value, withoutBusy(await shown('2', { [name]: value }))]).toEqual([value, withoutBusy(matching)]);
    }
  });

  test('narrowed by a range that has all of it: (other) is exact', async () => {
    const { rows } = await list('2', { fromMs: ARRIVAL - HOUR_MS });
    const all = expected(() => true);
    expect(rows.map(({ title }) => title).sort()).toEqual(Object.keys(all).sort());
    expect(rows.find(({ title }) => title === OTHER)).toMatchObject({ ...all[OTHER], approximate: false });
  });

  test('counts (other) from its sums if no exception is scanned', async () => {
    const { rows } = await list('3', { fromMs: LATE });
    const wholeHour = LATE - (LATE % HOUR_MS);
    const count = expected(({ arrivalMs }) => arrivalMs >= wholeHour)[OTHER]?.count;
    expect(rows.find(({ title }) => title === OTHER)).toMatchObject({ count, users: 0, approximate: true });
  });
});

/** Stores exceptions and derived rows, as the worker does. */
async function storeAll(projectId: string): Promise<void> {
  const rows = thrown.map(({ arrivalMs, id, hash, environment, release, userKey }) => ({
    project_id: projectId,
    id,
    timestamp: arrivalMs,
    environment,
    release,
    user_key: userKey,
    hash,
    trace_id: null,
    span_id: null,
    replay_id: null,
    tags: null,
    contexts: null,
    level: 'error',
    type: 'Error',
    message: 'm',
    handled: null,
    payload: '{}',
    breadcrumbs: null,
  }));
  await inTransaction(database.db, async (tx) => {
    const names = createNameBudget(CAPS);
    await copyRows(tx, 'exceptions', rows);
    const sent = thrown.map((one) => ({ ...one, projectId }));
    const placed = await admitPlaces(tx, sent, names);
    const occurrences = placed.map(({ id, arrivalMs, hash, environment, release, userKey }) =>
      occurrence(0, {
        projectId,
        id,
        timestampMs: arrivalMs,
        hashes: [hash],
        environment,
        release,
        userKey,
        title: hash,
      }),
    );
    await upsertIssues(tx, occurrences, names);
  });
}

async function shown(...asked: Parameters<typeof list>): Promise<Numbers> {
  const { rows } = await list(...asked);
  return Object.fromEntries(rows.map(({ title, count, users }) => [title, { count, users }]));
}

/** Count and users by title: faults beyond the cap are of the issue `(other)`. */
function expected(isMatching: (one: Thrown) => boolean): Numbers {
  const issues = new Map<string, Thrown[]>();
  for (const one of thrown.filter(isMatching)) {
    const title = own.has(one.hash) ? one.hash : OTHER;
    issues.set(title, [...(issues.get(title) ?? []), one]);
  }
  const numbers = [...issues].map(([title, all]) => {
    const users = new Set(all.map(({ userKey }) => userKey)).size;
    return [title, { count: all.length, users }] as const;
  });
  return Object.fromEntries(numbers);
}

/** Adds exceptions of `hash` within 25 seconds from a time on, without derived sums. */
function storeBusy(projectId: string, hash: string, fromMs: number) {
  return database.db.pool.query(
    `insert into exceptions (project_id, id, timestamp, level, type, message, hash, payload)
     select $1, (lpad(to_hex($2::bigint + n), 12, '0') || '8000' || '8000' || lpad('', 12, '0'))::uuid,
       to_timestamp(($2 + n) / 1000.0), 'error', 'E', 'm', $3, '{}' from generate_series(0, $4::int - 1) n`,
    [projectId, fromMs, hash, BUSY],
  );
}

function list(projectId: string, { environment, release, ...page }: Partial<PageRequest> & IssueFilter) {
  return listIssues(
    database.db,
    projectId,
    { limit: 100, fromMs: 0, toMs: Date.UTC(9999, 11, 31), after: undefined, ...page },
    { sort: 'lastSeen', environment, release },
  );
}
