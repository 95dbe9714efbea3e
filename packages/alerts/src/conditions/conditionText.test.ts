import { describe, expect, test } from '@jest/globals';
import { DROPS } from '../drops/drops.js';
import { spanText } from '../words/sentences.js';
import { conditionText, type AlertCondition } from './conditions.js';

const bounds = { direction: 'above', threshold: 1_200.5, windowMinutes: 5, forMinutes: 10 } as const;

describe('the words of a condition', () => {
  test.each<readonly [AlertCondition, string]>([
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
      'an issue has more than 2.5 times the events of the busiest same hour of the last seven days, and at least 50',
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
    [{ kind: 'drops', of: ['silence'] }, 'a project sends no events'],
    [{ kind: 'drops', of: ['silence', 'losses'] }, 'a project sends no events or acknowledged events are lost'],
    [
      { kind: 'drops', of: ['silence', 'losses', 'backlog'] },
      'a project sends no events, acknowledged events are lost or spans or replays are refused because workers are behind',
    ],
    [
      { kind: 'drops', of: ['silence', 'losses', 'backlog', 'filter'] },
      'a project sends no events, acknowledged events are lost or any of 2 other drops occurs',
    ],
    [{ kind: 'drops', of: DROPS.map(({ kind }) => kind) }, 'something is dropped, missing or about to expire'],
  ])('%j', (condition, words) => {
    expect(conditionText(condition)).toBe(words);
  });
});

test.each([
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [90, '90 min'],
  [1_440, '24 h'],
])('%d minutes are %s', (minutes, words) => {
  expect(spanText(minutes)).toBe(words);
});
