import { describe, expect, test } from '@jest/globals';
import type { AlertState } from '../alertMessage.js';
import { DROPS } from '../drops/drops.js';
import type { FiringDetails } from '../words/details.js';
import { firingText } from './firingText.js';

const hour = '2026-03-01T10:00:00.000Z';
const IN_THE_HOUR = 'in the hour from 2026-03-01 10:00 UTC';

/** Details as the service stores them. */
const WORDS: readonly (readonly [kind: string, details: FiringDetails, title: string, reason: string])[] = [
  ['new_issue', {}, 'New issue', 'The issue has never been seen before.'],
  [
    'regression',
    { resolvedIn: '1.2', release: '1.3' },
    'Regression',
    'It was resolved in 1.2 and occurred again in 1.3.',
  ],
  ['regression', {}, 'Regression', 'It was resolved and occurred again.'],
  ['ignore_ended', { by: 'users' }, 'Ignored issue is back', 'It reached the number of users at which ignoring ends.'],
  ['ignore_ended', { by: 'time' }, 'Ignored issue is back', 'The time until which it was ignored is over.'],
  ['assigned', { by: 'Ada' }, 'Assigned', 'Ada assigned the issue.'],
  ['assigned', {}, 'Assigned', 'The issue was assigned.'],
  [
    'issue_rate',
    { value: 1_204, measure: 'events', windowMinutes: 60, threshold: 1_000 },
    'Frequent issue',
    'It had 1,204 events in the last 60 minutes; the limit is 1,000.',
  ],
  [
    'issue_trend',
    { value: 90, baseline: 12, factor: 3, hour },
    'Rising issue',
    'It had 90 events within the hour; the busiest same hour of the seven days before had 12.',
  ],
  [
    'spike_cap',
    { count: 2, type: 'exception', hour },
    'Spike protection refuses events',
    `Spike protection refused 2 exception events ${IN_THE_HOUR}.`,
  ],
  [
    'hourly_cap',
    { count: 1, hour },
    'Hourly cap reached',
    `The hourly cap of the project refused 1 event ${IN_THE_HOUR}.`,
  ],
  [
    'byte_quota',
    { count: 5, hour },
    'Byte quota reached',
    `The byte quota of the hour was used up: 5 events were refused ${IN_THE_HOUR}.`,
  ],
  [
    'monthly_quota',
    { percent: 80, pool: 'errors', count: 8_000, limit: 10_000, month: 202_603 },
    'Monthly quota of errors: 80 % used',
    '80 % of the errors quota for 2026-03 was used: 8,000 of 10,000.',
  ],
  [
    'filter',
    { reason: 'crawler', count: 300, percent: 60, before: 2, hour },
    'A filter drops many events',
    `The filter crawler dropped 300 events ${IN_THE_HOUR}, 60 % of all events; on the day before, the share was 2 %.`,
  ],
  [
    'disabled_key',
    { key: 'ab', count: 14, day: '2026-03-01' },
    'A disabled key is used',
    '14 requests on 2026-03-01 (UTC) used the key ab, which is disabled. Find the application that still uses it and give it an enabled key.',
  ],
  [
    'refused_origin',
    { origin: 'https://evil.example', count: 12, day: '2026-03-01' },
    'An origin is refused',
    '12 requests on 2026-03-01 (UTC) came from origins that are not allowed, most often from https://evil.example.',
  ],
  [
    'backlog',
    { count: 3, type: 'span', hour },
    'Spans and replays are refused',
    `The workers were behind, so 3 span events were refused ${IN_THE_HOUR}.`,
  ],
  [
    'losses',
    { count: 1, type: 'log', hour },
    'Events were lost',
    '1 log event was acknowledged but not stored. Contact the operator of this installation.',
  ],
  [
    'silence',
    { minutes: 75, usual: 400 },
    'The project is silent',
    'No event arrived for 75 minutes. In the same hour on earlier days, at least 400 events arrived.',
  ],
  [
    'unmapped_release',
    { release: 'shop@2.0' },
    'A release has no source maps',
    'Frames of shop@2.0 are minified, and no source map has been uploaded for it. Source maps uploaded later also apply to stored exceptions.',
  ],
  [
    'token_expiry',
    { hint: 'a1b2', expiresAt: '2026-03-08T10:00:00.000Z', days: 7 },
    'A token is about to expire',
    'The expiry date of the token a1b2 is 2026-03-08.',
  ],
];

describe('the words of a firing in a history', () => {
  test.each(WORDS)('of the kind %s with %j are “%s: %s”', (kind, details, title, reason) => {
    expect(fired(kind, details)).toEqual({ title, reason });
  });

  test('exist for every drop', () => {
    const issues = ['new_issue', 'regression', 'ignore_ended', 'assigned', 'issue_rate', 'issue_trend'];
    expect(new Set(WORDS.map(([kind]) => kind))).toEqual(new Set([...issues, ...DROPS.map(({ kind }) => kind)]));
  });

  test.each(WORDS)('of the kind %s have no gap if details are missing', (kind) => {
    expect(Object.values(fired(kind, {})).join(' ')).not.toMatch(/undefined|NaN|null/);
  });

  test('of an unknown kind are its name', () => {
    expect(fired('later', {})).toEqual({ title: 'later', reason: '' });
  });
});

describe('the words of a series in a history', () => {
  const bounds = { direction: 'above', threshold: 800, windowMinutes: 5, forMinutes: 0 } as const;
  const p95 = { kind: 'endpoint', measure: 'p95', name: 'GET /cart', ...bounds };

  test('of a p95 say the share of slower requests, which is what is counted', () => {
    expect(fired('endpoint', { value: 7.256, condition: p95 })).toEqual({
      title: 'GET /cart: 95th percentile above 800 ms',
      reason: '7.26 % of the requests in the last 5 minutes took longer than 800 ms; the limit is 5 %.',
    });
  });

  test('of a recovery say so', () => {
    expect(fired('endpoint', { value: 1, condition: p95 }, 'recovered').reason).toBe(
      '1 % of the requests in the last 5 minutes took longer than 800 ms; the limit is 5 %. It is no longer above the limit.',
    );
  });

  test.each([
    [
      { kind: 'endpoint', measure: 'error_rate', name: 'GET /cart' },
      'GET /cart: error rate above 800 %',
      'The value was 9 % in the last 5 minutes; the limit is 800 %.',
    ],
    [
      { kind: 'metric', statistic: 'avg', name: 'orders' },
      'orders: avg above 800',
      'The value was 9 in the last 5 minutes; the limit is 800.',
    ],
    [
      { kind: 'log_rate', query: {} },
      'logs above 800 in 5 minutes',
      '9 logs matched in the last 5 minutes; the limit is 800.',
    ],
  ])('%j', (condition, title, reason) => {
    expect(fired(condition.kind, { value: 9, condition: { ...condition, ...bounds } })).toEqual({ title, reason });
  });

  test('of a rule that was changed say so', () => {
    expect(fired('endpoint', { value: null, condition: p95, ended: 'changed' }, 'recovered').reason).toBe(
      'The rule was changed: it no longer watches this.',
    );
  });

  test('without a value say that there is no data', () => {
    const condition = { kind: 'metric', statistic: 'avg', name: 'orders', ...bounds };
    expect(fired('metric', { condition }).reason).toBe('There was no data in the last 5 minutes; the limit is 800.');
  });
});

function fired(kind: string, details: FiringDetails, state: AlertState = 'firing') {
  return firingText({ kind, state, details });
}
