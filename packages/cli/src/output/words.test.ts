import { expect, test } from '@jest/globals';
import { bytesText } from './words.js';

test.each([
  [0, '0 B', '0 B'],
  [999, '999 B', '999 B'],
  [1_000, '1 kB', '1 kB'],
  [12_345, '12.3 kB', '12.3 kB'],
  [12_399, '12.4 kB', '12.3 kB'],
  [999_499, '999 kB', '999 kB'],
  [999_999, '1 MB', '999 kB'],
  [1_999_999_999, '2 GB', '1.99 GB'],
  [2_000_000_000, '2 GB', '2 GB'],
  [999_999_999_999, '1,000 GB', '999 GB'],
  [1_234_567_890_123, '1,230 GB', '1,230 GB'],
])('%i bytes are %s, rounded down %s', (bytes, nearest, down) => {
  expect([bytesText(bytes), bytesText(bytes, Math.floor)]).toEqual([nearest, down]);
});
