import { expect, test } from '@jest/globals';
import { dayRange } from './dayRange.js';

const at = (year: number, month: number, day: number): string => new Date(year, month - 1, day).toISOString();

test.each([
  ['a day is whole', '2026-11-24', '2026-11-24', { from: at(2026, 11, 24), to: at(2026, 11, 25) }],
  ['the last day of a month ends with it', '2026-11-01', '2026-11-30', { from: at(2026, 11, 1), to: at(2026, 12, 1) }],
  ['one end may be open', '', '2026-11-24', { to: at(2026, 11, 25) }],
  ['an end before the beginning does not count', '2026-11-24', '2026-11-01', { from: at(2026, 11, 24) }],
  ['text that is no day does not count', 'yesterday', '24.11.2026', {}],
])('%s', (_name, first, last, range) => expect(dayRange(first, last)).toEqual(range));
