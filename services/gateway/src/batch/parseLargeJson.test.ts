import { describe, expect, test } from '@jest/globals';
import { runToEnd, type PausableTask } from '@sluice/runtime';
import fc from 'fast-check';
import { checkList, parseLargeBatch, parseLargeJson } from './parseLargeJson.js';
import { RawJson } from './rawJson.js';

/** More than a piece: 64 KiB. */
const LONG = 'x'.repeat(1_000);
const many = (value: unknown, count = 200): unknown[] => Array.from({ length: count }, () => value);

/** Lists and objects of some 100 KB, nested and with every kind of value around the large ones. */
const value = fc.jsonValue({ maxDepth: 3 });
const large = fc
  .tuple(value, value, fc.array(value, { maxLength: 3 }), fc.constantFrom(undefined, 1))
  .map(([first, second, others, space]) =>
    JSON.stringify(
      [first, { a: many([LONG, second]), ['é"']: many({ deep: many(LONG, 2) }), __proto: others }, others],
      null,
      space,
    ),
  );

const isOrdinary = (text: string): boolean => !text.includes('"__proto__"');
const breaks = fc.tuple(fc.nat(), fc.constantFrom('', ',', '}', ']', '"', 'x', '[', ':', '{}', '1'), fc.nat(1));

describe('a large text', () => {
  test('has the value of JSON.parse, and is refused if JSON.parse refuses it', () => {
    fc.assert(
      fc.property(large, fc.option(breaks), (text, change) => {
        const broken = change === null ? text : breakText(text, change);
        expect(runToEnd(parseLargeJson(broken))).toEqual(parsed(broken));
      }),
      { numRuns: 60 },
    );
  });

  test.each(['', ' ', '[', '[1,]', '[,1]', '{"a":1,}', '[1]2', 'x[1]', '{"a" 1}', '[1}', '"a"', '[1 2]'])(
    '%s is refused',
    (text) => {
      expect(runToEnd(parseLargeJson(text))).toBeUndefined();
    },
  );

  test.each<[string, (inner: string) => string]>([
    ['a comma after a large element is missing', (inner) => `[${inner} 1]`],
    ['a comma before a large element is missing', (inner) => `[1 ${inner}]`],
    ['a large member has no key', (inner) => `{${inner}}`],
    ['the key of a large member is not a string', (inner) => `{1:${inner}}`],
    ['a large element is followed by a comma only', (inner) => `[${inner},]`],
    ['a large element is closed twice', (inner) => `[${inner}]]`],
    ['the brackets do not match', (inner) => `[${inner.slice(0, -1)}}]`],
  ])('is refused if %s', (_name, wrap) => {
    const inner = JSON.stringify(many(LONG));
    expect(runToEnd(parseLargeJson(wrap(inner)))).toBeUndefined();
    expect(runToEnd(parseLargeJson(`[${inner}]`))).toEqual([many(LONG)]);
  });

  test('may have a member __proto__, which sets no prototype', () => {
    const text = `{"__proto__":${JSON.stringify(many(LONG))},"a":1}`;
    const read = runToEnd(parseLargeJson(text));
    expect(read).toEqual(JSON.parse(text));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test('is read in steps of at most one piece', () => {
    const text = JSON.stringify(many({ a: many(LONG, 10) }, 100));
    expect(stepsOf(parseLargeJson(text))).toBeGreaterThanOrEqual(Math.floor(text.length / 80_000));
  });
});

describe('a list that is checked', () => {
  test('keeps its text, and has its first and last element', () => {
    const text = JSON.stringify([{ timestamp: 1 }, { timestamp: 2, data: many(LONG) }]);
    expect(runToEnd(checkList(text, true))).toEqual({
      text,
      isRewritten: false,
      first: { timestamp: 1 },
      last: expect.objectContaining({ timestamp: 2 }),
    });
  });

  test('is written again without what cannot be stored', () => {
    const bad = '{"a\\u0000":"\\ud800","__proto__":{"b":1},"é":"\\u00e9"}';
    const text = `[${bad},{"__proto__":${JSON.stringify(many(LONG))},"k\\u0000":${JSON.stringify(many(LONG))}},1]`;
    const checked = runToEnd(checkList(text, true));
    expect(checked?.isRewritten).toBe(true);
    expect(JSON.parse(checked?.text ?? '')).toEqual([{ 'a\uFFFD': '\uFFFD', é: 'é' }, { 'k\uFFFD': many(LONG) }, 1]);
  });

  test('is written again if its text is not compact', () => {
    const list = [{ a: 1 }, many(LONG)];
    expect(runToEnd(checkList(JSON.stringify(list, null, 9), false))?.text).toBe(JSON.stringify(list));
  });

  test.each(['{}', '{"a":1}', '[1', '7'])('%s is refused', (text) => {
    expect(runToEnd(checkList(text, true))).toBeUndefined();
  });

  test('has the values of JSON.parse, and is refused if JSON.parse refuses it', () => {
    fc.assert(
      // A list that is written again is without members `__proto__`, as every event is.
      fc.property(large.filter(isOrdinary), fc.option(breaks), fc.boolean(), (text, change, isCompact) => {
        const broken = change === null ? text : breakText(text, change);
        const expected = parsed(broken);
        const checked = runToEnd(checkList(broken, isCompact));
        const found = checked === undefined ? undefined : parsed(checked.text);
        expect(asWritten(found)).toEqual(asWritten(Array.isArray(expected) ? expected : undefined));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a large batch', () => {
  const events = many({ timestamp: 1, data: LONG });

  test('keeps the recording of a replay as text, whatever the order of its fields', () => {
    for (const event of [
      { type: 'replay', payload: { replayId: 'r', events } },
      { payload: { events, segment: 1 }, type: 'replay' },
    ]) {
      const { payload, ...rest } = event;
      const body = runToEnd(parseLargeBatch(JSON.stringify({ events: [event] }), true));
      const recording = new RawJson(Buffer.from(JSON.stringify(events)), false);
      expect(body).toEqual({ events: [{ ...rest, payload: { ...payload, events: recording } }] });
    }
  });

  test('has the values of other events, and of lists elsewhere', () => {
    const body = { events: [{ type: 'log', payload: { events, a: { payload: { events } } } }], payload: { events } };
    expect(runToEnd(parseLargeBatch(JSON.stringify(body), true))).toEqual(body);
  });
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the value of what `JSON.stringify` writes: -0 becomes 0, and a number that is too large null. */
const asWritten = (value: unknown): unknown => (value === undefined ? undefined : parsed(JSON.stringify(value)));

function breakText(text: string, [place, inserted, removed]: readonly [number, string, number]): string {
  const at = place % text.length;
  return text.slice(0, at) + inserted + text.slice(at + removed);
}

function stepsOf(task: PausableTask<unknown>): number {
  let steps = 0;
  while (task.next().done !== true) steps += 1;
  return steps;
}
