import { describe, expect, test } from '@jest/globals';
import { describeCall } from './describeCall.js';

const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index]));
const round: Record<string, unknown> = {};
round['self'] = round;

describe('a call of the console', () => {
  test.each<[string, unknown[], string]>([
    ['is one line', ['cart', 3, true, null, undefined], 'cart 3 true null undefined'],
    ['replaces format specifiers', ['%s bought %d of %o', 'Ann', 2, { id: 7 }, 'more'], 'Ann bought 2 of {id: 7} more'],
    ['has no styles', ['%cHello%c!', 'color: red', ''], 'Hello!'],
    ['keeps format specifiers without a value', ['100%s', '%'], '100%'],
    ['keeps a format specifier in a single argument', ['100%s'], '100%s'],
    ['keeps doubled percent signs', ['100%%', 1], '100%% 1'],
    ['names errors', [new TypeError('no items')], 'TypeError: no items'],
    ['looks into objects and arrays', [{ a: { b: { c: 1 } }, d: [1, [2]] }], '{a: {b: {c: 1}}, d: [1, [2]]}'],
    [
      'shows dates, maps and sets',
      [new Date(0), new Map([['a', 1]]), new Set([2])],
      '1970-01-01T00:00:00.000Z {a: 1} [2]',
    ],
    [
      'masks fields that are named like secrets',
      ['login', { password: 'x', user: { apiKey: 'y', id: 1 } }],
      'login {password: [secret], user: {apiKey: [secret], id: 1}}',
    ],
    ['ends where an object is round', [round], '{self: …}'],
    ['names symbols and functions', [Symbol('x')], 'Symbol(x)'],
  ])('%s', (_name, args, line) => {
    expect(describeCall(args)).toBe(line);
  });

  test('is of bounded length', () => {
    expect(describeCall([wide]).length).toBeLessThanOrEqual(1_000);
    expect(describeCall(['a'.repeat(1_000_000)])).toHaveLength(1_000);
    expect(describeCall(Array.from({ length: 100_000 }, () => 'a'.repeat(1_000))).length).toBeLessThanOrEqual(10_009);
  });
});
