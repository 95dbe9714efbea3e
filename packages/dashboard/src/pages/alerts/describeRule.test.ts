import { describe, expect, test } from '@jest/globals';
import type { Condition } from './alertTypes';
import { describeRule } from './describeRule';

const NAMES = new Map([
  ['1', 'Owners'],
  ['2', '#web'],
]);
const rule = {
  conditions: [{ kind: 'new_issue' }, { kind: 'regression' }] as readonly Condition[],
  filters: {},
  destinationIds: ['1', '2'],
  cooldownSeconds: 0,
  digestSeconds: 0,
};

describe('the words of a rule', () => {
  test('name its conditions and its destinations, and nothing that is not set', () => {
    expect(describeRule(rule as never, NAMES)).toEqual({
      when: 'When an issue is new or a resolved issue is back',
      only: undefined,
      to: ['Owners', '#web'],
      pace: [],
    });
  });

  test('name every filter, its values as alternatives', () => {
    const filters = {
      levels: ['fatal', 'error'],
      environments: ['production'],
      releases: ['shop@2.*'],
      urls: ['https://shop.example/*'],
      tags: [
        { key: 'plan', value: 'pro' },
        { key: 'plan', value: 'team' },
      ],
    };
    expect(describeRule({ ...rule, filters }, NAMES).only).toBe(
      'only level fatal or error, in production, release shop@2.*, at https://shop.example/*, with plan=pro or plan=team',
    );
  });

  test.each([
    [5, / or an issue is assigned$/],
    [6, / or any of 2 other conditions holds$/],
  ])('of %d conditions count what is beyond the fourth, unless it is one', (length, end) => {
    const conditions = Array.from({ length }, () => ({ kind: 'assigned' }));
    expect(describeRule({ ...rule, conditions } as never, NAMES).when).toMatch(end);
  });

  test('say how often it sends', () => {
    expect(describeRule({ ...rule, cooldownSeconds: 3_600, digestSeconds: 900 }, NAMES).pace).toEqual([
      'at most once in 1 h for the same issue, series or drop',
      'as a digest of 15 min',
    ]);
  });

  test('say that a destination is deleted', () => {
    expect(describeRule({ ...rule, destinationIds: ['3'] }, NAMES).to).toEqual(['a deleted destination']);
  });
});
