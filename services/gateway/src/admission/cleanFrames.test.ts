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
    ['other fields are dropped', { ...context, other: { a: 1 } }, context, 0],
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

describe('the variables of a frame', () => {
  const vars = { cart_id: "'c-17'", items: '[]', self: '<Cart object>' };
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`v${index}`, 'x']));

  test('are returned as they are within the limits', () => {
    const event = eventOf({ frames: [{ vars }, { vars: {} }], cause: { frames: [{ vars }] } });
    expect(clean(event, factsFor([event]))).toMatchObject({ trims: 0 });
    expect(clean(event, factsFor([event])).event).toBe(event);
  });

  test.each<[string, unknown, unknown, number]>([
    ['50 are kept', many, Object.fromEntries(Object.entries(many).slice(0, 50)), 1],
    ['a long value is cut', { a: long(1_001) }, { a: `${long(999)}…` }, 1],
    ['a long name is cut', { [long(201)]: '1' }, { [`${long(199)}…`]: '1' }, 1],
    [
      'other values become their JSON text',
      { a: 1, b: null, c: true, d: { e: ['f'] } },
      { a: '1', b: 'null', c: 'true', d: '{"e":["f"]}' },
      0,
    ],
    ['a long JSON text is cut', { a: [long(1_000)] }, { a: `["${long(997)}…` }, 1],
    ['a text is dropped', 'text', undefined, 0],
    ['a list is dropped', ['a'], undefined, 0],
    ['null is dropped', null, undefined, 0],
  ])('%s', (...[, given, expected, trims]) => {
    const found = cleaned({ frames: [{ line: 3, vars: given }, null, { line: 4 }] });
    const frame = expected === undefined ? { line: 3 } : { line: 3, vars: expected };
    expect(found.payload.frames).toStrictEqual([frame, null, { line: 4 }]);
    expect(found.trims).toBe(trims);
  });

  test('are kept for the newest frames while there is room in the exception and its causes', () => {
    const full = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`v${index}`, long(998)]));
    const frames = [...Array.from({ length: 5 }, (_, line) => ({ line, vars: full })), { line: 5, vars: { a: 'b' } }];
    const found = cleaned({ frames, cause: { frames } });
    const all = [found.payload, found.payload['cause'] as typeof found.payload].flatMap((error) => error.frames);
    expect(all.filter((frame) => 'vars' in frame).map(({ line }) => line)).toEqual([0, 1, 2, 3, 5, 5]);
    expect(8_000 * 4 + 4).toBeLessThanOrEqual(LIMITS.cutExceptionVars);
    expect(found.trims).toBe(6);
  });

  test('are kept beside source lines that have no room', () => {
    const large = { before: lines(5).map(() => long(200)), line: long(200), after: lines(5).map(() => long(200)) };
    const frames = Array.from({ length: 40 }, () => ({ line: 1, context: large, vars }));
    expect(cleaned({ frames }).payload.frames.at(-1)).toEqual({ line: 1, vars });
  });
});

describe('a debug id', () => {
  const id = '85314830-023f-4cf1-a267-535f4e37bb17';
  test.each<[string, unknown, unknown]>([
    ['a UUID is kept', id, id],
    ['capitals become small letters', id.toUpperCase(), id],
    ['digits without dashes are dropped', id.replaceAll('-', ''), undefined],
    ['another text is dropped', 'main', undefined],
    ['a number is dropped', 5, undefined],
  ])('%s', (...[, debugId, expected]) => {
    const frame = expected === undefined ? { file: 'a.js' } : { file: 'a.js', debugId: expected };
    expect(cleaned({ frames: [{ file: 'a.js', debugId }] })).toStrictEqual({ payload: { frames: [frame] }, trims: 0 });
  });
});

test('the platform is cut to 64 characters', () => {
  const payload = { platform: 'python', frames: [] };
  expect(cleaned(payload)).toEqual({ payload, trims: 0 });
  expect(cleaned({ platform: long(65) })).toEqual({ payload: { platform: `${long(63)}…` }, trims: 1 });
});

function cleaned(payload: Fields) {
  const { event, trims } = clean(eventOf(payload), factsFor([eventOf(payload)]));
  return { payload: event?.['payload'] as Fields & { readonly frames: readonly Fields[] }, trims };
}

function lines(count: number, from = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => `l${from + index}`);
}
