import { expect, test } from '@jest/globals';
import { readNames, writeNames } from './chosenNames';

const ALL = ['p50', 'p95', 'p99'] as const;
const USUAL = ['p50', 'p95'] as const;

test.each([
  [undefined, ['p50', 'p95']],
  ['p99,p50', ['p50', 'p99']],
  ['p99,nonsense', ['p99']],
  ['nonsense', ['p50', 'p95']],
])('%s names %j', (text, names) => {
  expect(readNames(text, ALL, USUAL)).toEqual(names);
});

test('the usual names need no parameter', () => {
  expect(writeNames(['p95', 'p50'], ALL, USUAL)).toBeUndefined();
  expect(writeNames([], ALL, USUAL)).toBeUndefined();
  expect(writeNames(['p99', 'p50'], ALL, USUAL)).toBe('p50,p99');
});
