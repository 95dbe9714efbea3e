import { expect, test } from '@jest/globals';
import { formatDuration } from '../../../lib/format';
import { rulerTicks } from './rulerTicks';

test.each([
  [0.37, 4, '0 ms 100 µs 200 µs 300 µs'],
  [1, 4, '0 ms 500 µs 1.00 ms'],
  [7.3, 4, '0 ms 2.00 ms 4.00 ms 6.00 ms'],
  [183.7, 4, '0 ms 50.0 ms 100 ms 150 ms'],
  [200, 4, '0 ms 50.0 ms 100 ms 150 ms 200 ms'],
  [1_234, 4, '0 ms 500 ms 1.00 s'],
  [9_999, 4, '0 ms 5.00 s'],
  [61_000, 4, '0 ms 30.0 s 1 min'],
  [3_725_000, 4, '0 ms 30 min 1 h'],
  [90_000_000, 4, '0 ms 12 h 1 d'],
  [183.7, 1, '0 ms'],
])('a ruler of %d ms with room for %d marks has round ones: %s', (length, most, expected) => {
  expect(rulerTicks(length, most).map(formatDuration).join(' ')).toBe(expected);
});

test('a ruler never has more marks than there is room for, and ends within its length', () => {
  for (let length = 0.001; length < 1e9; length *= 1.37) {
    const ticks = rulerTicks(length, 4);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeLessThanOrEqual(length * (1 + 1e-9));
  }
});
