import { expect, test } from '@jest/globals';
import { isoTimes } from './isoTimes.js';

test('converts each time in order, and leaves null', () => {
  expect(isoTimes([60_000, null, 0, 60_000, -1])).toEqual([
    '1970-01-01T00:01:00.000Z',
    null,
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:01:00.000Z',
    '1969-12-31T23:59:59.999Z',
  ]);
});
