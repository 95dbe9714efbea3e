import { describe, expect, test } from '@jest/globals';
import type { AlertCondition } from '../conditions/conditions.js';
import { DROPS, type DropKind } from '../drops/drops.js';
import {
  composeMessage,
  testMessage,
  type MessageParts,
  type ReportedFiring,
  type ReportedIssue,
} from './composeMessage.js';
import { pageUrls } from '../words/pageUrls.js';

const NOW = Date.UTC(2026, 10, 25, 12);
const PLACE = { organization: 'acme', project: 'web' };
const RULE = { id: '7', name: 'New issues' };

describe('a message', () => {
  test('of one issue names it, its facts and its page', () => {
    expect(composeMessage(parts())).toEqual({
      id: 'd1',
      organization: 'acme',
      project: 'web',
      state: 'firing',
      severity: 'error',
      title: 'New issue: TypeError: a',
      items: [
        {
          firingId: 'f1',
          kind: 'new_issue',
          state: 'firing',
          rule: RULE,
          subject: 'issue:a',
          suppressed: 0,
          at: '2026-11-25T11:59:58.000Z',
          reason: 'The issue has never been seen before.',
          title: 'TypeError: a',
          url: 'https://sluice.example/acme/web/issues/a',
          issue: expect.objectContaining({
            id: 'a',
            culprit: 'load in src/cart.ts:12',
            users: 2,
            firstRelease: '1.4.0',
          }),
        },
      ],
      total: 1,
      url: 'https://sluice.example/acme/web/issues/a',
      at: '2026-11-25T12:00:00.000Z',
    });
  });

  test('of several rules about one issue leads to its page', () => {
    const firings = [firing(), firing({ id: 'f2', kind: 'issue_rate', rule: { id: '8', name: 'Frequent' } })];
    expect(composeMessage(parts({ firings }))).toMatchObject({
      total: 2,
      url: 'https://sluice.example/acme/web/issues/a',
    });
  });

  test('of many series lists ten; only a destination that keeps incidents gets the others', () => {
    const series = Array.from({ length: 12 }, (_, at) => firing({ id: `s${at}`, subject: `series:7:${at}` }));
    const firings = [...series, firing({ id: 'late', at: new Date(NOW) })];
    const { items, total, ...rest } = composeMessage(parts({ firings }));
    expect([items.length, total, Object.keys(rest)]).toEqual([10, 13, expect.not.arrayContaining(['unlisted'])]);
    const all = composeMessage(parts({ firings, reportsAllSeries: true }));
    expect(all.items).toEqual(items);
    const reported = [...all.items, ...(all.unlisted ?? [])].map(({ subject }) => subject);
    expect(reported.filter((subject) => subject !== 'issue:a').sort()).toEqual(
      series.map(({ subject }) => subject).sort(),
    );
    expect(all.unlisted?.every(({ subject }) => subject.startsWith('series:'))).toBe(true);
  });

  test('of a burst counts all and lists ten, the most severe and most frequent first', () => {
    const ids = Array.from({ length: 50 }, (_, at) => `i${String(at).padStart(2, '0')}`);
    const issues = new Map(ids.map((id, at) => [id, issue(id, { events: at, level: at === 3 ? 'fatal' : 'error' })]));
    const firings = ids.map((id) => firing({ id: `f-${id}`, subject: `issue:${id}` }));
    const message = composeMessage(parts({ firings, issues }));
    expect(message).toMatchObject({ title: '50 new issues in web', total: 50, severity: 'critical' });
    expect(message.url).toBe('https://sluice.example/acme/web/alerts');
    expect(message.items.map(({ issue: facts }) => facts?.id)).toEqual([
      'i03',
      'i49',
      'i48',
      'i47',
      'i46',
      'i45',
      'i44',
      'i43',
      'i42',
      'i41',
    ]);
  });

  test('of different kinds says alerts', () => {
    const firings = [firing(), firing({ id: 'f2', kind: 'regression' })];
    expect(composeMessage(parts({ firings })).title).toBe('2 alerts in web');
  });

  test('is the same for the same facts, whatever the order of the firings', () => {
    const firings = [firing(), firing({ id: 'f2', kind: 'regression' }), firing({ id: 'f0' })];
    expect(composeMessage(parts({ firings: [...firings].reverse() }))).toEqual(composeMessage(parts({ firings })));
  });

  test('without a public URL has no links', () => {
    const message = composeMessage(parts({ pages: undefined }));
    expect([message.url, message.items[0]?.url]).toEqual([null, null]);
  });

  test('about an issue that was deleted still says what happened, and does not link to it', () => {
    const message = composeMessage(parts({ issues: new Map() }));
    expect(message.items[0]).toMatchObject({ title: 'An issue that no longer exists', kind: 'new_issue', url: null });
    expect(message.url).toMatch(/\/alerts$/);
    expect(message.items[0]).not.toHaveProperty('issue');
  });

  test('escapes names in links', () => {
    const pages = pageUrls('https://sluice.example', { organization: 'a/b', project: 'ü?x' });
    expect(pages.issue('i#1')).toBe('https://sluice.example/a%2Fb/%C3%BC%3Fx/issues/i%231');
  });
});

describe('reasons', () => {
  test.each<[string, ReportedFiring['details'], string]>([
    ['regression', { resolvedIn: '1.4.0', release: '1.4.1' }, 'It was resolved in 1.4.0 and occurred again in 1.4.1.'],
    ['regression', {}, 'It was resolved and occurred again.'],
    ['ignore_ended', { by: 'users' }, 'It reached the number of users at which ignoring ends.'],
    ['ignore_ended', { by: 'time' }, 'The time until which it was ignored is over.'],
    ['assigned', { by: 'Ada' }, 'Ada assigned the issue to you.'],
    [
      'issue_rate',
      { value: 1_204, measure: 'events', windowMinutes: 5, threshold: 1_000 },
      'It had 1,204 events in the last 5 minutes; the limit is 1,000.',
    ],
    [
      'issue_trend',
      { value: 900, baseline: 80 },
      'It had 900 events within the hour; the busiest same hour of the seven days before had 80.',
    ],
    [
      'monthly_quota',
      { percent: 100, pool: 'errors', count: 50_000, limit: 50_000 },
      '100 % of the errors quota for 2026-11 is used: 50,000 of 50,000. Further events are refused until the month ends.',
    ],
    [
      'refused_origin',
      { origin: 'https://evil.example', count: 12 },
      '12 requests today came from origins that are not allowed, most often from https://evil.example.',
    ],
    [
      'refused_origin',
      { origin: '(none)', count: 12 },
      '12 requests today came from origins that are not allowed, most often without an Origin or Referer header.',
    ],
    [
      'token_expiry',
      { hint: 'slt_…ab12', expiresAt: '2026-12-01T00:00:00.000Z' },
      'The token slt_…ab12 expires on 2026-12-01.',
    ],
    [
      'disabled_key',
      { key: 'sls_0123456789ab', label: 'worker', disabledAt: '2026-11-20T08:00:00.000Z', count: 12 },
      '12 requests today used the key sls_0123456789ab… (worker), which was disabled on 2026-11-20. Find the application that still uses it and give it an enabled key.',
    ],
  ])('%s %j', (kind, details, expected) => {
    expect(composeMessage(parts({ firings: [firing({ kind, details })] })).items[0]?.reason).toBe(expected);
  });

  test.each(DROPS.map(({ kind }) => kind))('a drop of the kind %s has a title, a reason and a page', (kind) => {
    const firings = [firing({ kind, subject: `drop:${kind}:`, details: { release: '1.4.0' } })];
    const message = composeMessage(parts({ firings }));
    expect(message.title).toBe(message.items[0]?.title);
    expect(message.items[0]?.reason).toMatch(/^[A-Z?].*\.$/);
    expect(message.url).toMatch(/^https:\/\/sluice\.example\/acme\//);
  });

  test('a disabled key links to the keys of its project', () => {
    const message = composeMessage(parts({ firings: [firing({ kind: 'disabled_key', details: { key: 'ab' } })] }));
    expect(message.url).toBe('https://sluice.example/acme/web/settings/security');
  });

  test('a spike offers to lift the cap on a page, which a link alone does not do', () => {
    const details = { type: 'log', hour: '2026-11-25T12:00:00.000Z', count: 12 };
    const [item] = composeMessage(parts({ firings: [firing({ kind: 'spike_cap', details })] })).items;
    expect(item?.action?.url).toBe('https://sluice.example/acme/web/usage?lift=log&hour=2026-11-25T12%3A00%3A00.000Z');
  });

  test.each<readonly [kind: DropKind, details: Readonly<Record<string, unknown>>, reason: string]>([
    ['spike_cap', {}, 'Spike protection refused 12 log events in the hour from 2026-11-24 09:00 UTC.'],
    ['hourly_cap', {}, 'The hourly cap of the project refused 12 events in the hour from 2026-11-24 09:00 UTC.'],
    [
      'disabled_key',
      { key: 'ab', day: '2026-11-24' },
      '12 requests on 2026-11-24 (UTC) used the key ab, which is disabled.',
    ],
    [
      'monthly_quota',
      { percent: 100, pool: 'logs', limit: 10, month: 202_610 },
      '100 % of the logs quota for 2026-10 was used: 12 of 10.',
    ],
    ['token_expiry', { hint: 'abcd', expiresAt: '2026-11-24T09:00:00.000Z' }, 'The token abcd expired on 2026-11-24.'],
  ])('a drop of the kind %s that is found later says when it was, and offers no lift', (kind, more, reason) => {
    const details = { type: 'log', hour: '2026-11-24T09:00:00.000Z', count: 12, ...more };
    const [item] = composeMessage(parts({ firings: [firing({ kind, details })] })).items;
    expect(item?.reason).toContain(reason);
    expect(item?.action).toBeUndefined();
  });
});

test('a spike whose message is made in the next hour, after quiet hours, offers no lift', () => {
  const details = { type: 'log', hour: '2026-11-25T11:00:00.000Z', count: 12 };
  const firings = [firing({ kind: 'spike_cap', details, at: new Date('2026-11-25T11:30:00Z') })];
  const [item] = composeMessage(parts({ firings, nowMs: Date.parse('2026-11-25T12:10:00Z') })).items;
  expect(item?.reason).toBe('Spike protection refused 12 log events in the hour from 2026-11-25 11:00 UTC.');
  expect(item?.action).toBeUndefined();
});

test('the issue above the limit of new issues says that it gathers many faults', () => {
  const reasonOf = (more: Partial<ReportedIssue>) =>
    composeMessage(parts({ issues: new Map([['a', issue('a', { title: '(other)', ...more })]]) })).items[0]?.reason;
  expect(reasonOf({ isOther: true })).toMatch(/^The project reached its limit of new issues per hour/);
  expect(reasonOf({})).toBe('The issue has never been seen before.');
});

describe('a series', () => {
  const bounds = { direction: 'above', threshold: 800, windowMinutes: 5, forMinutes: 10 } as const;
  const p95: AlertCondition = { kind: 'endpoint', measure: 'p95', name: 'GET /cart', ...bounds };
  const errors: AlertCondition = { ...p95, measure: 'error_rate', threshold: 2.5 };
  const logs: AlertCondition = {
    kind: 'log_rate',
    query: { levels: ['error'], text: 'paid' },
    ...bounds,
    forMinutes: 0,
  };
  const of = (condition: AlertCondition, value: number | null, state: 'firing' | 'recovered' = 'firing') =>
    composeMessage(
      parts({
        firings: [firing({ kind: condition.kind, subject: 'series:7:0', state, details: { value, condition } })],
      }),
    );

  test.each<readonly [string, AlertCondition, number | null, ...(readonly [title: string, reason: string])]>([
    [
      'a 95th percentile',
      p95,
      7.25,
      'GET /cart: 95th percentile above 800 ms',
      '7.25 % of the requests in the last 5 minutes took longer than 800 ms; the limit is 5 %. It was above the limit for 10 minutes.',
    ],
    [
      'an error rate',
      errors,
      4,
      'GET /cart: error rate above 2.5 %',
      'The value was 4 % in the last 5 minutes; the limit is 2.5 %. It was above the limit for 10 minutes.',
    ],
    [
      'a log rate',
      logs,
      1_200,
      'error logs with "paid" above 800 in 5 minutes',
      '1,200 logs matched in the last 5 minutes; the limit is 800.',
    ],
    [
      'nothing',
      logs,
      null,
      'error logs with "paid" above 800 in 5 minutes',
      'There was no data in the last 5 minutes; the limit is 800.',
    ],
  ])('of %s says value and limit', (_, condition, value, ...texts) => {
    const message = of(condition, value);
    expect([message.title, message.items[0]?.reason]).toEqual(texts);
    expect(message.severity).toBe('error');
  });

  test('that recovers says so', () => {
    const message = of(p95, 1, 'recovered');
    expect(message).toMatchObject({ state: 'recovered', severity: 'info' });
    expect(message.title).toBe('Recovered: GET /cart: 95th percentile above 800 ms');
    expect(message.items[0]?.reason).toMatch(/It is no longer above the limit\.$/);
  });

  test('whose rule was deleted ends, and is not said to be within its limit', () => {
    const details = { value: null, condition: p95, ended: 'deleted' };
    const [title, item] = [
      'Ended: GET /cart: 95th percentile above 800 ms',
      { kind: 'endpoint', subject: 'series:7:0' },
    ];
    const message = composeMessage(parts({ firings: [firing({ ...item, state: 'recovered', details })] }));
    expect([message.state, message.title]).toEqual(['recovered', title]);
    expect(message.items[0]?.reason).toBe('The rule was deleted: it no longer watches this.');
  });

  test('of which several recover is titled so', () => {
    const recovered = (id: string, condition: AlertCondition) =>
      firing({ id, kind: condition.kind, subject: `series:7:${id}`, state: 'recovered', details: { condition } });
    const title = (...firings: ReportedFiring[]) => composeMessage(parts({ firings })).title;
    expect(title(recovered('0', p95), recovered('1', errors))).toBe('2 endpoint alerts recovered in web');
    expect(title(recovered('0', p95), recovered('1', logs))).toBe('2 alerts recovered in web');
    expect(title(recovered('0', p95), { ...recovered('1', errors), state: 'firing' })).toBe('2 endpoint alerts in web');
  });

  test.each([
    ['firing', 'Endpoint', 'It is beyond its limit.'],
    ['recovered', 'Recovered: Endpoint', 'It is within its limit again.'],
  ] as const)('without a stored condition is %s in words', (state, title, reason) => {
    const message = composeMessage(
      parts({ firings: [firing({ kind: 'endpoint', subject: 'series:7:0', state, details: { value: 1 } })] }),
    );
    expect([message.title, message.items[0]?.reason]).toEqual([title, reason]);
  });

  test('of a 95th percentile compares shares', () => {
    expect(of(p95, 7).items[0]?.series).toMatchObject({ value: 7, threshold: 5, unit: '%' });
  });
});

describe('what a rule did not send', () => {
  const others = (count: number, from: string, to: string, by = 'muted') => ({ others: { count, from, to, by } });
  const first = others(11, '2026-11-03T10:00:30.000Z', '2026-11-03T12:00:00.000Z');

  const historyOf = (ruleId: string) => `https://sluice.example/acme/web/alerts?tab=history&by=${ruleId}`;

  test('is said once, with a link to the history of the rule', () => {
    const firings = [firing({ details: first }), firing({ id: 'f2', subject: 'issue:b' })];
    const { items, unsent } = composeMessage(parts({ firings }));
    const reason = 'The issue has never been seen before.';
    expect(items.map((item) => item.reason)).toEqual([reason, reason]);
    const text = '11 other firings of “New issues” were not sent while it was muted (2026-11-03 10:00–12:00 UTC).';
    expect(unsent).toEqual([{ ruleId: '7', text, url: historyOf('7') }]);
  });

  test('is summed over the firings of a digest', () => {
    const later = others(1, '2026-11-04T01:00:00.000Z', '2026-11-04T02:00:00.000Z', 'maintenance');
    const { unsent } = composeMessage(parts({ firings: [firing({ details: first }), firing({ details: later })] }));
    expect(unsent?.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^12 other firings .* muted, cooling down or in maintenance \(2026-11-03 10:00 to 2026-11-04 02:00 UTC\)\.$/,
      ),
    ]);
  });

  test('is said of its own rule, also if the message lists none of its firings', () => {
    const many = Array.from({ length: 12 }, (_, at) => firing({ id: `f${at}`, subject: `issue:${at}` }));
    const other = { rule: { id: '8', name: 'Other' }, subject: 'issue:z', at: new Date(NOW), id: 'z' };
    const once = others(1, '2026-11-03T10:00:00.000Z', '2026-11-03T10:00:00.000Z', 'cooldown');
    const { items, unsent } = composeMessage(parts({ firings: [...many, firing({ ...other, details: once })] }));
    expect(items.some(({ rule }) => rule.id === '8')).toBe(false);
    const text = '1 other firing of “Other” was not sent because of its cool-down (2026-11-03 10:00 UTC).';
    expect(unsent).toEqual([{ ruleId: '8', text, url: historyOf('8') }]);
  });

  test('is not repeated when the incidents of a deleted destination are closed', () => {
    expect(composeMessage(parts({ firings: [firing({ state: 'recovered', details: first })] }))).not.toHaveProperty(
      'unsent',
    );
  });
});

test('a test message says that it is one', () => {
  const message = testMessage(parts(), 'Team channel');
  expect(message).toMatchObject({ state: 'test', title: 'Test of the destination Team channel', total: 1 });
  expect(message.items[0]?.reason).toMatch(/^A test of this destination was requested\./);
});

function issue(id: string, more: Partial<ReportedIssue> = {}): ReportedIssue {
  return {
    id,
    title: `TypeError: ${id}`,
    level: 'error',
    culprit: 'load in src/cart.ts:12',
    sourceLine: 'cart.items.map(',
    firstRelease: '1.4.0',
    lastRelease: '1.4.1',
    environment: 'production',
    events: 3,
    users: 2,
    assignee: null,
    isOther: false,
    ...more,
  };
}

function firing(more: Partial<ReportedFiring> = {}): ReportedFiring {
  return {
    id: 'f1',
    kind: 'new_issue',
    subject: 'issue:a',
    state: 'firing',
    details: {},
    suppressed: 0,
    at: new Date(NOW - 2_000),
    rule: RULE,
    ...more,
  };
}

function parts(more: Partial<MessageParts> = {}): MessageParts {
  return {
    id: 'd1',
    ...PLACE,
    firings: [firing()],
    issues: new Map([['a', issue('a')]]),
    pages: pageUrls('https://sluice.example/', PLACE),
    nowMs: NOW,
    reportsAllSeries: false,
    ...more,
  };
}
