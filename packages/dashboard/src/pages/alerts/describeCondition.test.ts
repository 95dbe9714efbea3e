import { describe, expect, test } from '@jest/globals';
import type { Condition } from './alertTypes';
import { conditionToWire, newCondition } from './conditionDraft';
import { describeCondition, formatSpan } from './describeCondition';
import { DROP_KINDS, DROP_NAMES } from './dropNames';

const bounds = { direction: 'above', threshold: 1_200.5, windowMinutes: 5, forMinutes: 10 } as const;

const SENTENCES: readonly (readonly [Condition, string])[] = [
  [{ kind: 'new_issue' }, 'an issue is new'],
  [{ kind: 'regression' }, 'a resolved issue is back'],
  [{ kind: 'ignore_ended' }, 'an ignored issue reaches its limit'],
  [{ kind: 'assigned' }, 'an issue is assigned'],
  [
    { kind: 'issue_rate', measure: 'users', above: 1_000, windowMinutes: 120 },
    'an issue has more than 1,000 users in 2 h',
  ],
  [
    { kind: 'issue_trend', factor: 2.5, floor: 50 },
    'an issue has more than 2.5 times the events of the same hours of last week, and at least 50',
  ],
  [
    { kind: 'endpoint', measure: 'p95', name: 'GET /cart', ...bounds },
    'the p95 of GET /cart is above 1,200.5 ms over 5 min for 10 min',
  ],
  [
    {
      kind: 'endpoint',
      measure: 'error_rate',
      name: 'GET /cart',
      environment: 'production',
      ...bounds,
      threshold: 5,
      forMinutes: 0,
    },
    'the error rate of GET /cart in production is above 5 % over 5 min',
  ],
  [
    { kind: 'metric', statistic: 'sum', name: 'orders', ...bounds, direction: 'below' },
    'the sum of orders is below 1,200.5 over 5 min for 10 min',
  ],
  [{ kind: 'log_rate', ...bounds, query: {} }, 'there are more than 1,200.5 logs in 5 min for 10 min'],
  [
    {
      kind: 'log_rate',
      ...bounds,
      direction: 'below',
      threshold: 1,
      forMinutes: 0,
      query: { levels: ['error', 'fatal'], text: 'timeout', attributes: { shop: 'de' }, environment: 'production' },
    },
    'there are fewer than 1 log of level error or fatal with “timeout” with shop=de in production in 5 min',
  ],
  [{ kind: 'drops', of: ['silence'] }, DROP_NAMES.silence],
  [{ kind: 'drops', of: ['silence', 'losses'] }, `${DROP_NAMES.silence} or ${DROP_NAMES.losses}`],
  [
    { kind: 'drops', of: ['silence', 'losses', 'backlog'] },
    `${DROP_NAMES.silence}, ${DROP_NAMES.losses} or ${DROP_NAMES.backlog}`,
  ],
  [
    { kind: 'drops', of: ['silence', 'losses', 'backlog', 'filter'] },
    `${DROP_NAMES.silence}, ${DROP_NAMES.losses} or one of 2 other drops happens`,
  ],
  [{ kind: 'drops', of: [...DROP_KINDS] }, 'something is dropped, missing or about to expire'],
];

describe('the words of a condition', () => {
  test.each(SENTENCES)('%j', (condition, words) => {
    expect(describeCondition(condition)).toBe(words);
  });

  test.each(['endpoint', 'metric', 'log_rate', 'issue_rate', 'drops'] as const)(
    'of the kind %s have an ellipsis for what is not filled in yet',
    (kind) => {
      const empty = { ...newCondition('key', kind), above: '', threshold: '', windowMinutes: '' };
      expect(describeCondition(conditionToWire(empty))).toContain('…');
      expect(describeCondition(conditionToWire(empty))).not.toMatch(/NaN|undefined| {2}/);
    },
  );
});

test.each([
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [90, '90 min'],
  [1_440, '24 h'],
])('%d minutes are %s', (minutes, words) => {
  expect(formatSpan(minutes)).toBe(words);
});
