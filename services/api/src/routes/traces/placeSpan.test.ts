import { expect, test } from '@jest/globals';
import { eventIdOf } from '@sluice/contract';
import { placeSpan } from './placeSpan.js';

const ARRIVAL = Date.UTC(2026, 10, 28, 12);
const FIRST = ARRIVAL - 1_000;
const TRACE = { firstStart: new Date(FIRST), lastEnd: new Date(ARRIVAL) };
const id = eventIdOf('018f0000-0000-8000-8000-000000000001', ARRIVAL, 0);
const YEARS = 1e12;

test.each([
  ['the first one', FIRST, 1_000, [0, 1_000]],
  ['one within', FIRST + 300, 100, [300, 100]],
  ['one that was measured a little longer than the trace', FIRST + 900, 150, [900, 150]],
  ['one of 1970 ends at its arrival', 86_400_000, 400, [600, 400]],
  ['one years ahead ends at its arrival', Date.UTC(2040, 0), 400, [600, 400]],
  ['one from 1970 until now is as long as the trace', 0, YEARS, [0, 1_000]],
  ['one during which the clock was corrected ends with the trace', FIRST + 300, YEARS, [300, 700]],
  ['one with a negative duration is within', 0, -5, [1_000, -5]],
])('a span is placed within its trace: %s', (_name, startMs, duration, [startOffset, drawn]) => {
  expect(placeSpan({ id, startTime: new Date(startMs), duration }, TRACE)).toEqual({ startOffset, duration: drawn });
});
