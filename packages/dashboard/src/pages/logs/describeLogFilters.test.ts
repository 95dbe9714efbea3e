import { expect, test } from '@jest/globals';
import { describeLogFilters } from './describeLogFilters';

test('the summary describes the filters of logs in words, including environment and release', () => {
  expect(describeLogFilters({})).toEqual([]);
  expect(describeLogFilters({ environment: 'staging' })).toEqual(['is of the environment staging']);
  expect(
    describeLogFilters({ query: 'timeout', levels: 'error,fatal', trace: '0123456789ab', release: 'shop@1' }),
  ).toEqual([
    'contains “timeout”',
    'has the level error or fatal',
    'is of the trace 01234567',
    'is of the release shop@1',
  ]);
});
