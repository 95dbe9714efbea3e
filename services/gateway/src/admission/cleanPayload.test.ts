import { LIMITS } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { factsFor } from '../testing/facts.js';
import { clean } from './clean.js';

type Fields = Record<string, unknown>;

const long = (length: number): string => 'x'.repeat(length);
const eventOf = (payload: Fields): Fields => ({ type: 'exception', timestamp: '2025-01-01T00:00:00Z', payload });
const context = { before: lines(5), line: long(200), after: [] };

describe('the source lines of a frame', () => {
  test('are returned as they are within the limits', () => {
    const event = eventOf({ frames: [{ line: 1, context }, { line: 2 }], cause: { frames: [{ line: 1, context }] } });
    expect(clean(event, factsFor([event]))).toMatchObject({ trims: 0 });
    expect(clean(event, factsFor([event])).event).toBe(event);
  });

  test.each<[string, unknown, unknown, number]>([
    [
      'more lines: the nearest stay',
      { ...context, before: lines(7), after: lines(9) },
      { ...context, before: lines(5, 2), after: lines(5) },
      2,
    ],
    [
      'long lines are cut',
      { before: [long(201)], line: long(999), after: [''] },
      { before: [`${long(199)}…`], line: `${long(199)}…`, after: [''] },
      2,
    ],
    ['absent sides are empty', { line: 'x' }, { before: [], line: 'x', after: [] }, 0],
    [
      'sides that are no lists of text are empty',
      { before: 'x', line: 'x', after: ['a', 5] },
      { before: [], line: 'x', after: [] },
      0,
    ],
    ['other fields are dropped', { ...context, vars: { a: 1 } }, context, 0],
  ])('%s', (...[, given, expected, trims]) => {
    const frame = { file: 'a.js', line: 3 };
    const found = cleaned({ frames: [{ ...frame, context: given }, null, frame] });
    expect(found.payload.frames).toEqual([{ ...frame, context: expected }, null, frame]);
    expect(found.trims).toBe(trims);
  });

  test.each([null, 'text', 5, [], {}, { line: 5 }, { before: ['a'], after: ['b'] }])(
    '%j is dropped, and nothing else',
    (given) => {
      expect(cleaned({ message: 'm', frames: [{ line: 3, context: given }] })).toEqual({
        payload: { message: 'm', frames: [{ line: 3 }] },
        trims: 0,
      });
    },
  );

  test('are kept for the newest frames while there is room in the exception and its causes', () => {
    const full = { before: lines(5).map(() => long(200)), line: long(200), after: lines(5).map(() => long(200)) };
    const frames = Array.from({ length: 20 }, (_, line) => ({ line, context: full }));
    const found = cleaned({ frames, cause: { frames } });
    const all = [found.payload, found.payload['cause'] as typeof found.payload].flatMap((error) => error.frames);
    const fitting = Math.floor(LIMITS.cutSourceContext / (11 * 200));
    expect(all.map((frame) => 'context' in frame)).toEqual(all.map((_, index) => index < fitting));
    expect(all.map(({ line }) => line)).toEqual([...frames, ...frames].map(({ line }) => line));
    expect(found.trims).toBe(40 - fitting);
  });
});

function cleaned(payload: Fields) {
  const { event, trims } = clean(eventOf(payload), factsFor([eventOf(payload)]));
  return { payload: event?.['payload'] as Fields & { readonly frames: readonly Fields[] }, trims };
}

function lines(count: number, from = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => `l${from + index}`);
}
