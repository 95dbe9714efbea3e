import { describe, expect, test } from '@jest/globals';
import type { Firing } from './alertTypes';
import { describeFiring } from './describeFiring';
import { DROP_KINDS } from './dropNames';

const fired = (kind: string, details: Firing['details'], state: Firing['state'] = 'firing') =>
  describeFiring({ kind, state, details });

const hour = '2026-03-01T10:00:00.000Z';

/** Details as the service stores them. */
const WORDS: readonly (readonly [kind: string, details: Firing['details'], label: string, why: string])[] = [
  ['new_issue', {}, 'New issue', 'never seen before'],
  ['regression', { resolvedIn: '1.2', release: '1.3' }, 'Regression', 'resolved in 1.2, back in 1.3'],
  ['regression', {}, 'Regression', 'resolved, back'],
  ['ignore_ended', { by: 'users' }, 'Ignored issue is back', 'it reached its number of users'],
  ['ignore_ended', { by: 'time' }, 'Ignored issue is back', 'the time of its ignore is over'],
  ['assigned', { by: 'Ada' }, 'Assigned', 'by Ada'],
  ['assigned', {}, 'Assigned', ''],
  [
    ...(['issue_rate', { value: 1_204, measure: 'events', windowMinutes: 60, threshold: 1_000 }] as const),
    ...(['Issue is frequent', '1,204 events in 1 h, limit 1,000'] as const),
  ],
  [
    ...(['issue_trend', { value: 90, baseline: 12, factor: 3, hour }] as const),
    ...(['Issue is rising', '90 events this hour, at most 12 in the same hour of last week'] as const),
  ],
  [
    ...(['spike_cap', { count: 2, type: 'exception', hour }] as const),
    ...(['Spike protection refuses events', '2 exceptions refused in the hour'] as const),
  ],
  ['hourly_cap', { count: 1, hour }, 'The hourly cap is reached', '1 event refused in the hour'],
  ['byte_quota', { count: 5, hour }, 'The byte quota of an hour is used up', '5 events refused in the hour'],
  [
    ...(['monthly_quota', { percent: 80, pool: 'errors', count: 8_000, limit: 10_000, month: 202_603 }] as const),
    ...(['Monthly quota', '80 % of errors: 8,000 of 10,000'] as const),
  ],
  [
    ...(['filter', { reason: 'crawler', count: 300, percent: 60, before: 2, hour }] as const),
    ...(['A filter starts to drop many events', 'crawler: 300 events, 60 % of the hour, 2 % the day before'] as const),
  ],
  ['disabled_key', { key: 'sls_01…', count: 14 }, 'A disabled key is used', '14 requests of the day with sls_01…'],
  [
    ...(['refused_origin', { origin: 'https://evil.example', count: 12 }] as const),
    ...(['An origin is refused', '12 requests of the day, most from https://evil.example'] as const),
  ],
  [
    ...(['backlog', { count: 3, type: 'span', hour }] as const),
    ...(['Workers are behind and refuse events', '3 spans refused in the hour'] as const),
  ],
  ['losses', { count: 1, type: 'log', hour }, 'Acknowledged events are lost', '1 log not stored'],
  [
    ...(['silence', { minutes: 75, usual: 400 }] as const),
    ...(['The project falls silent', 'no event for 75 min; usually at least 400 in this hour'] as const),
  ],
  ['unmapped_release', { release: 'shop@2.0' }, 'A release has no source maps', 'shop@2.0'],
  [
    ...(['token_expiry', { hint: 'a1b2', expiresAt: '2026-03-08T10:00:00.000Z', days: 7 }] as const),
    ...(['A token is about to expire', 'the token …a1b2 ends on 2026-03-08'] as const),
  ],
];

describe('the words of a firing', () => {
  test.each(WORDS)('of the kind %s with %j are “%s: %s”', (kind, details, label, why) => {
    expect(fired(kind, details)).toEqual({ label, why });
  });

  test('exist for every drop', () => {
    expect(new Set(WORDS.map(([kind]) => kind))).toEqual(
      new Set(['new_issue', 'regression', 'ignore_ended', 'assigned', 'issue_rate', 'issue_trend', ...DROP_KINDS]),
    );
  });

  test.each(WORDS)('of the kind %s have no gap if details are missing', (kind) => {
    expect(Object.values(fired(kind, {})).join(' ')).not.toMatch(/undefined|NaN|null/);
  });

  test('of an unknown kind are its name', () => {
    expect(fired('later', {})).toEqual({ label: 'later', why: '' });
  });
});

describe('the words of a series', () => {
  const bounds = { direction: 'above', threshold: 800, windowMinutes: 5, forMinutes: 5 } as const;
  const p95 = { kind: 'endpoint', measure: 'p95', name: 'GET /cart', ...bounds };

  test('of a p95 say the share of slower requests, which is what is counted', () => {
    expect(fired('endpoint', { value: 7.256, condition: p95 })).toEqual({
      label: 'GET /cart p95',
      why: '7.26 % slower than 800 ms over 5 min, above the limit of 5 %',
    });
  });

  test('of a recovery say so', () => {
    expect(fired('endpoint', { value: 1, condition: p95 }, 'recovered').why).toBe(
      '1 % slower than 800 ms over 5 min, back within the limit of 5 %',
    );
  });

  test.each([
    [
      { kind: 'endpoint', measure: 'error_rate', name: 'GET /cart' },
      'GET /cart error rate',
      '9 % over 5 min, above the limit of 800 %',
    ],
    [{ kind: 'metric', statistic: 'avg', name: 'orders' }, 'orders avg', '9 over 5 min, above the limit of 800'],
    [{ kind: 'log_rate', query: {} }, 'Log rate', '9 over 5 min, above the limit of 800'],
  ])('%j', (condition, label, why) => {
    expect(fired(condition.kind, { value: 9, condition: { ...condition, ...bounds } })).toEqual({ label, why });
  });

  test('of a rule that was changed say so', () => {
    expect(fired('endpoint', { value: null, condition: p95, ended: 'changed' }, 'recovered').why).toBe(
      'the rule was changed',
    );
  });

  test('without a value say that there is no data', () => {
    expect(fired('metric', { condition: { kind: 'metric', statistic: 'avg', name: 'orders', ...bounds } }).why).toBe(
      'no data over 5 min, limit 800',
    );
  });
});
