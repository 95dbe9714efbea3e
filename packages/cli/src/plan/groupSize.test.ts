import { expect, test } from '@jest/globals';
import { groupSize, type GroupRule } from './groupSize.js';

const RULE: GroupRule = { commitSeconds: 0.004, lingerSeconds: 0.01, enough: 16, commits: 1 };

test('items that arrive rarely commit alone', () => {
  expect(groupSize(0, RULE)).toBe(1);
  expect(groupSize(1, RULE)).toBeCloseTo(1, 3);
});

test('groups grow with the rate', () => {
  const sizes = [10, 100, 500, 1_000, 5_000, 20_000].map((rate) => groupSize(rate, RULE));
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
});

test('a busy commit takes what arrives while it lingers and until it ends', () => {
  expect(groupSize(1_000, RULE)).toBeGreaterThan(10);
  expect(groupSize(20_000, RULE)).toBeCloseTo(80, 0);
});

test('without linger only the duration of a commit counts', () => {
  expect(groupSize(1_000, { ...RULE, lingerSeconds: 0 })).toBeLessThan(5);
});

test('a second commit begins as soon as there is enough', () => {
  const rule = { commitSeconds: 0.01, lingerSeconds: 0.5, enough: 8, commits: 2 };
  expect(groupSize(1_000, rule)).toBeCloseTo(8, 0);
  expect(groupSize(4_000, rule)).toBeCloseTo(20, 0);
});
