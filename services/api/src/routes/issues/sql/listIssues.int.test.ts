import { beforeAll, describe, expect, test } from '@jest/globals';
import { clearIssues, occurrence, storeOccurrences, ARRIVAL, randomFrom, useDatabase } from '@sluice/testkit';
import { barsOf, type PageRequest } from '@sluice/reading';
import type { IssueFilter } from './issueFilter.js';
import { type IssueSort } from './issueOrder.js';
import { ISSUE_SCAN, listIssues } from './listIssues.js';
import { readIssue } from './readIssue.js';
import { readIssueSeries } from './readIssueSeries.js';
import { hourOf, startOfHour, ISSUE_SORTS } from '@sluice/contract';

const HOUR_MS = 3_600_000;
const ISSUES = 60;
const database = useDatabase();
beforeAll(async () => {
  await clearIssues(database.db);
  const random = randomFrom(11);
  let index = 0;
  for (let issue = 0; issue < ISSUES; issue += 1) {
    const times = 1 + Math.floor(random() * 12);
    await storeOccurrences(
      database.db,
      ...Array.from({ length: times }, () =>
        occurrence((index += 1), {
          hashes: [`hash ${issue}`],
          title: `Fault ${issue}`,
          timestampMs: ARRIVAL + Math.floor(random() * 5 * HOUR_MS),
          environment: issue % 3 === 0 ? 'staging' : null,
          release: issue % 4 === 0 ? '2.0.0' : '1.0.0',
          userKey: `id:${Math.floor(random() * 9)}`,
        }),
      ),
    );
  }
});
beforeAll(() =>
  // The needle is the least in every order.
  database.db.pool.query(
    `insert into issues (project_id, id, title, level, count, users, first_seen, last_seen, last_event_id,
       last_seen_hour, count_class, users_class)
     select 3, gen_random_uuid(), case n when 0 then 'needle' else 'hay' end, 'error', n + 1, n, at, at, gen_random_uuid(),
       hour_of(at), slow_class(n + 1), slow_class(n)
     from generate_series(0, $1::int) n, lateral (select now() - interval '30 days' + n * interval '1 minute' as at) t`,
    [ISSUE_SCAN],
  ),
);

const all: PageRequest = { limit: 100, fromMs: 0, toMs: Date.UTC(9999, 11, 31), after: undefined };

describe('a list of issues', () => {
  test.each(ISSUE_SORTS)('by %s shows every issue once over its pages, the greatest first', async (sort) => {
    const whole = (await list({}, { sort })).rows;
    expect(whole).toHaveLength(ISSUES);
    const values = whole.map((issue) =>
      Number(sort === 'newest' ? issue.firstSeen : issue[sort === 'trend' ? 'count' : sort]),
    );
    expect(values).toEqual([...values].sort((a, b) => b - a));
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const page = await list({ limit: 7, after }, { sort });
      ids.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect(ids).toEqual(whole.map(({ id }) => id));
  });

  test.each<[string, IssueFilter, (title: number) => boolean]>([
    ['text', { query: 'fault 1' }, (issue) => issue === 1 || (issue >= 10 && issue < 20)],
    ['state', { status: 'resolved' }, () => false],
  ])('is narrowed by %s', async (_name, filter, expected) => {
    const found = (await list({}, { sort: 'lastSeen', ...filter })).rows.map(({ title }) => Number(title.slice(6)));
    const wanted = Array.from({ length: ISSUES }, (_, issue) => issue).filter(expected);
    expect(found.sort((a, b) => a - b)).toEqual(wanted);
  });

  test.each(ISSUE_SORTS)('by %s looks at 10,000 a page, and the next one goes on', async (sort) => {
    const rare = { sort, query: 'needle' } as const;
    const first = await listIssues(database.db, '3', all, rare);
    expect(first.rows).toEqual([]);
    expect(first.scannedToMs === undefined).toBe(['count', 'users', 'trend'].includes(sort));
    const second = await listIssues(database.db, '3', { ...all, after: first.next }, rare);
    expect(second.rows.map(({ title }) => title)).toEqual(['needle']);
    expect(second.next).toBeUndefined();
  });

  test('has only issues of its project', async () => {
    expect((await listIssues(database.db, '2', all, { sort: 'lastSeen' })).rows).toEqual([]);
  });
});

test('an issue has its fingerprints, releases, environments and hours', async () => {
  const [issue] = (await list({}, { sort: 'count' })).rows.filter(({ title }) => Number(title.slice(6)) % 3 === 0);
  const detail = await readIssue(database.db, '1', issue?.id ?? '');
  expect(detail?.fingerprints).toMatchObject([{ count: issue?.count }]);
  expect(detail?.environments).toEqual([{ environment: 'staging', count: issue?.count }]);
  expect(detail?.releases).toMatchObject([{ count: issue?.count }]);
  const fromMs = startOfHour(hourOf(ARRIVAL) - 1);
  const range = barsOf({ fromMs, toMs: fromMs + 3 * 3_600_000 }, 3_600_000);
  expect([...(await readIssueSeries(database.db, '1', [issue?.id ?? ''], range)).values()]).toEqual([
    [0, issue?.count, 0],
  ]);
  expect(await readIssue(database.db, '2', issue?.id ?? '')).toBeUndefined();
  expect(await readIssue(database.db, '1', 'x')).toBeUndefined();
});

function list(page: Partial<PageRequest>, filter: IssueFilter & { sort: IssueSort }) {
  return listIssues(database.db, '1', { ...all, ...page }, filter);
}
