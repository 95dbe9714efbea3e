import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConditionOf } from '../conditions/conditions.js';
import {
  waitFor,
  clearIssues,
  ensureTestPartitions,
  eventId,
  occurrence,
  openTransaction,
  storeOccurrences,
  useDatabase,
} from '@sluice/testkit';
import { changeIssues, type IssueOccurrence, mergeIssues } from '@sluice/issues';
import type { AlertRules } from '../alertRule.js';
import { evaluateIssueRates, type IssueTimes } from './evaluateIssueRates.js';
import { isRising } from '../conditions/issueTrend.js';
import { evaluateTrends } from './evaluateTrends.js';
import { describeFirings, MAINTENANCE, ruleOf, rulesOf } from './testing/rules.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A time of which firings are recent: they are stored with PostgreSQL's clock. */
const NOW = Math.floor(Date.now() / HOUR) * HOUR + 30 * MINUTE + 15_000;
const RATE: ConditionOf<'issue_rate'> = { kind: 'issue_rate', measure: 'events', above: 3, windowMinutes: 5 };
const TREND: ConditionOf<'issue_trend'> = { kind: 'issue_trend', factor: 2, floor: 4 };
const database = useDatabase({ poolSize: 6 });
beforeAll(() => ensureTestPartitions(database.db, NOW - 9 * DAY, NOW + DAY));
beforeEach(async () => {
  await clearIssues(database.db);
  await database.db.pool.query(
    'truncate alert_firings, alert_subjects, alert_notices, issue_minutes, exceptions, issue_changes, alert_signals',
  );
});

let batches = 0;

describe('the rate of an issue', () => {
  const rules = rulesOf(ruleOf([RATE]));

  test('above the limit within the window fires, once in an hour', async () => {
    const frequent = await store('aa', 0, 2);
    await store('aa', 4 * MINUTE, 2);
    await store('bb', 0, 3);
    expect(await rates(rules)).toEqual([`1 issue_rate firing issue:${frequent} 4`]);
    await store('aa', 0, 2);
    expect(await rates(rules)).toHaveLength(1);
    expect(await rates(rules, { nowMs: NOW + 31 * MINUTE })).toHaveLength(1);
  });

  test('that two processes see in two hours at the same time fires once', async () => {
    await store('aa', 0, 4);
    const storing = await openTransaction(database.db, (tx) =>
      tx.client.query('lock table alert_firings in share mode'),
    );
    const first = evaluateIssueRates(database.db, rules, times());
    await untilWaiting(1);
    await store('aa', -30 * MINUTE, 5);
    const second = evaluateIssueRates(database.db, rules, times({ nowMs: NOW + 30 * MINUTE }));
    await untilWaiting(2);
    await storing.commit();
    expect((await Promise.all([first, second])).flat()).toHaveLength(1);
  });

  test('is not that of events in different windows', async () => {
    await store('aa', 0, 2);
    await store('aa', 5 * MINUTE, 2);
    expect(await rates(rules)).toEqual([]);
  });

  test('counts late events in the window in which they arrived', async () => {
    await store('aa', 20 * MINUTE, 4);
    expect(await rates(rules, { changedSinceMs: NOW - 10 * MINUTE })).toEqual([]);
    expect(await rates(rules, { changedSinceMs: NOW - 30 * MINUTE })).toHaveLength(1);
  });

  test('of users counts each once, by the exceptions of the window', async () => {
    const users = rulesOf(ruleOf([{ ...RATE, measure: 'users', above: 1 }]));
    await store('aa', 0, 9, { userKey: 'id:ann' });
    expect(await rates(users)).toEqual([]);
    const issue = await store('aa', MINUTE, 1, { userKey: 'id:bob' });
    expect(await rates(users)).toEqual([`1 issue_rate firing issue:${issue} 2`]);
  });

  test('adds up merged issues', async () => {
    const target = await store('aa', 0, 2);
    const source = await store('bb', 0, 2);
    await mergeIssues(database.db, '1', target, { issues: [source] });
    expect(await rates(rules)).toEqual([`1 issue_rate firing issue:${target} 4`]);
  });

  test.each(['resolved', 'ignored'] as const)('of a %s issue does not fire', async (status) => {
    const issue = await store('aa', 0, 4);
    await changeIssues(database.db, '1', [issue], { status });
    expect(await rates(rules)).toEqual([]);
  });

  test('counts what the filters let through', async () => {
    await store('aa', 0, 3, { environment: 'live' });
    await store('aa', 0, 3, { environment: 'test' });
    await store('bb', 0, 9, { level: 'warning', environment: 'live' });
    const filters = { levels: ['error'], environments: ['live'] };
    expect(await rates(rulesOf(ruleOf([RATE], { filters })))).toEqual([]);
    await store('aa', 0, 1, { environment: 'live' });
    expect(await rates(rulesOf(ruleOf([RATE], { filters })))).toEqual([expect.stringMatching(/ 4$/)]);
  });

  test('that maintenance suppressed is reported afterwards if a window is above the limit', async () => {
    await store('aa', 20 * MINUTE, 9);
    const at = (nowMs: number) => ({ nowMs, changedSinceMs: nowMs - MINUTE });
    await rates({ ...rules, maintenance: MAINTENANCE }, at(NOW - 20 * MINUTE));
    await store('aa', 0, 5);
    expect(await rates(rules, at(NOW))).toHaveLength(2);
    expect(await rates(rules, at(NOW))).toHaveLength(2);
    expect((await database.db.pool.query('select from alert_notices')).rowCount).toBe(1);
  });

  test('fires each condition of a rule', async () => {
    const issue = await store('aa', 0, 4);
    const two = rulesOf(ruleOf([RATE, { ...RATE, above: 9 }]));
    expect(await rates(two)).toEqual([`1 issue_rate firing issue:${issue} 4`]);
    await store('aa', 0, 6);
    expect(await rates(two)).toHaveLength(2);
  });

  test('of users is that of any window that changed, not only of the one with the most events', async () => {
    const users = rulesOf(ruleOf([{ ...RATE, measure: 'users', above: 1, windowMinutes: 1 }]));
    const issue = await store('aa', 3 * MINUTE, 2, { userKey: 'id:ann' });
    await store('aa', 3 * MINUTE, 1, { userKey: 'id:bob' });
    await store('aa', 0, 9, { userKey: 'id:ann' });
    expect(await rates(users)).toEqual([`1 issue_rate firing issue:${issue} 2`]);
  });

  test('is reported once by several processes', async () => {
    await store('aa', 0, 4);
    const results = await Promise.all([1, 2, 3].map(() => evaluateIssueRates(database.db, rules, times())));
    expect(results.flat()).toHaveLength(1);
  });
});

describe('a rule that was turned on ten minutes ago', () => {
  const WIDE = { ...RATE, windowMinutes: 60 };
  const USERS: ConditionOf<'issue_rate'> = { ...WIDE, measure: 'users' };
  const on = (condition: ConditionOf<'issue_rate'> | ConditionOf<'issue_trend'>, ageMs = 10 * MINUTE): AlertRules =>
    rulesOf(ruleOf([condition], { countedSince: new Date(NOW - ageMs) }));

  test('does not fire for a rate of the time before, as one that was on does', async () => {
    await store('aa', 20 * MINUTE, 4);
    expect(await rates(on(RATE))).toEqual([]);
    expect(await rates(on(RATE, 21 * MINUTE))).toHaveLength(1);
  });

  test('counts events from that minute on', async () => {
    await store('aa', 11 * MINUTE, 9);
    await store('aa', 10 * MINUTE, 3);
    expect(await rates(on(WIDE))).toEqual([]);
    await store('aa', 0, 1);
    expect(await rates(on(WIDE))).toEqual([expect.stringMatching(/ 4$/)]);
  });

  test('counts users from that minute on', async () => {
    await storeUsers(11 * MINUTE, 'ann', 'bob');
    await storeUsers(10 * MINUTE, 'cid', 'dan', 'eve');
    await store('aa', 0, 9, { userKey: 'id:eve' });
    expect(await rates(on(USERS))).toEqual([]);
    await storeUsers(0, 'fay');
    expect(await rates(on(USERS))).toEqual([expect.stringMatching(/ 4$/)]);
  });

  test('reports no rising hour that was over before', async () => {
    await store('aa', HOUR, 9);
    expect(await trends(on(TREND))).toEqual([]);
    expect(await trends(on(TREND, 31 * MINUTE))).toHaveLength(1);
  });

  test('compares its whole hour', async () => {
    await store('aa', 20 * MINUTE, 9);
    expect(await trends(on(TREND))).toEqual([expect.stringMatching(/ 9 0$/)]);
  });

  /** Stores an exception of each of these users. */
  async function storeUsers(ageMs: number, ...names: readonly string[]): Promise<void> {
    for (const name of names) await store('aa', ageMs, 1, { userKey: `id:${name}` });
  }
});

describe('the trend of an issue', () => {
  const rules = rulesOf(ruleOf([TREND]));

  test('fires if the hour has more than a multiple of the busiest same hour of seven days', async () => {
    const rising = await store('aa', 0, 7);
    await store('aa', 2 * DAY, 3);
    await store('aa', 7 * DAY, 1);
    // The same hour of eight days ago, and another hour of yesterday.
    await store('aa', 8 * DAY, 20);
    await store('aa', DAY + HOUR, 20);
    await store('bb', 0, 6);
    await store('bb', 7 * DAY, 3);
    expect(await trends(rules)).toEqual([`1 issue_trend firing issue:${rising} 7 3`]);
    expect(await trends(rules)).toHaveLength(1);
  });

  test.each(['resolved', 'ignored'] as const)('of a %s issue does not fire', async (status) => {
    const issue = await store('aa', 0, 9);
    await changeIssues(database.db, '1', [issue], { status });
    expect(await trends(rules)).toEqual([]);
  });

  test('adds up merged issues, also in the hours before', async () => {
    const target = await store('aa', 0, 4);
    const source = await store('bb', 0, 4);
    await store('aa', DAY, 2);
    await store('bb', DAY, 2);
    await mergeIssues(database.db, '1', target, { issues: [source] });
    expect(await trends(rules)).toEqual([]);
    await store('bb', 0, 1);
    expect(await trends(rules)).toEqual([expect.stringMatching(/ 9 4$/)]);
  });

  test('compares what the filters let through', async () => {
    await store('aa', 0, 5, { environment: 'live' });
    await store('aa', DAY, 5, { environment: 'test' });
    expect(await trends(rules)).toEqual([]);
    expect(await trends(rulesOf(ruleOf([TREND], { filters: { environments: ['live'] } })))).toEqual([
      expect.stringMatching(/ 5 0$/),
    ]);
  });

  test('is also that of the hour before, while it may have grown', async () => {
    await store('aa', HOUR, 9);
    expect(await trends(rules, { changedSinceMs: NOW })).toEqual([]);
    expect(await trends(rules)).toHaveLength(1);
  });

  test.each([
    [4, 1, true],
    [4, 2, false],
    [3, 0, false],
    [100, 50, false],
    [101, 50, true],
  ])('%i events against %i: %s', (count, busiest, expected) => {
    expect(isRising(count, busiest, TREND)).toBe(expected);
  });
});

/** Stores exceptions of a fingerprint that arrived at NOW minus an age, and their rows. Resolves to the id of their issue. */
async function store(hash: string, ageMs: number, count: number, more: Partial<IssueOccurrence> = {}): Promise<string> {
  batches += 1;
  const arrival = NOW - ageMs;
  const thrown = Array.from({ length: count }, (_, index) =>
    occurrence(index, {
      hashes: [hash],
      id: eventId(index, `batch ${batches}`, arrival),
      timestampMs: arrival,
      isWatched: true,
      ...more,
    }),
  );
  const [issueId = ''] = await storeOccurrences(database.db, ...thrown);
  for (const { id, userKey, environment, projectId } of thrown)
    await database.db.pool.query(
      `insert into exceptions (project_id, id, timestamp, type, message, level, payload, hash, user_key, environment)
       values ($1, $2, to_timestamp($3), 'Error', '', 'error', '{}', $4, $5, $6)`,
      [projectId, id, arrival / 1_000, hash, userKey, environment],
    );
  return issueId;
}

async function rates(rules: AlertRules, more: Partial<IssueTimes> = {}): Promise<readonly string[]> {
  await evaluateIssueRates(database.db, rules, times(more));
  return describeFirings(database, 'value');
}

async function trends(rules: AlertRules, more: Partial<IssueTimes> = {}): Promise<readonly string[]> {
  await evaluateTrends(database.db, rules, times(more));
  return describeFirings(database, 'value', 'baseline');
}

/** Resolves when so many statements wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = `select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await waitFor(async () => (await database.db.pool.query(waiting)).rows.length === count);
}

function times(more: Partial<IssueTimes> = {}): IssueTimes {
  return {
    nowMs: NOW,
    filter: ({ filters }) =>
      function* ({ level, environment }) {
        yield;
        return (
          (filters.levels ?? [level]).includes(level) &&
          (filters.environments ?? [environment ?? '']).includes(environment ?? '')
        );
      },
    ...more,
  };
}
