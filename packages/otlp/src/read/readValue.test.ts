import { describe, expect, test } from '@jest/globals';
import { readPairs, readValue } from './readValue.js';

describe('the value of an attribute', () => {
  test.each<[unknown, unknown]>([
    [{ stringValue: '' }, ''],
    [{ boolValue: false }, false],
    [{ intValue: 42 }, 42],
    [{ intValue: '42' }, 42],
    [{ intValue: '-9007199254740991' }, -9007199254740991],
    [{ intValue: '9007199254740993' }, '9007199254740993'],
    [{ intValue: '-9223372036854775808' }, '-9223372036854775808'],
    [{ intValue: { low: 1, high: 2 ** 21, unsigned: false } }, '9007199254740993'],
    [{ intValue: { low: -1, high: -1, unsigned: false } }, -1],
    [{ intValue: { low: 0, high: -(2 ** 31), unsigned: false } }, '-9223372036854775808'],
    [{ intValue: 1.5 }, null],
    [{ intValue: 'x' }, null],
    [{ doubleValue: 0.5 }, 0.5],
    [{ doubleValue: '0.5' }, 0.5],
    [{ doubleValue: NaN }, 'NaN'],
    [{ doubleValue: 'NaN' }, 'NaN'],
    [{ doubleValue: -Infinity }, '-Infinity'],
    [{ doubleValue: '-Infinity' }, '-Infinity'],
    [{ doubleValue: '' }, null],
    [{ bytesValue: '-_8' }, '+/8='],
    [{ bytesValue: new Uint8Array([251, 255]) }, '+/8='],
    [{ arrayValue: {} }, []],
    [{ arrayValue: { values: [{ stringValue: 'a' }, {}, null] } }, ['a', null, null]],
    [{ kvlistValue: { values: [{ key: 'a', value: { boolValue: true } }] } }, { a: true }],
    [{ kvlistValue: {} }, {}],
    [{ stringValueStrindex: 7 }, null],
    [{ string_value: 'a' }, null],
    [{}, null],
    [null, null],
    ['text', null],
  ])('of %j is %j', (sent, expected) => {
    expect(readValue(sent)).toEqual(expected);
  });

  test('that is nested more than 32 levels deep is cut', () => {
    let value: object = { stringValue: 'inner' };
    for (let depth = 0; depth < 100_000; depth++) value = { arrayValue: { values: [value] } };
    expect(JSON.stringify(readValue(value))).toBe(`${'['.repeat(32)}"…"${']'.repeat(32)}`);
  });
});

test.each<[unknown, object]>([
  [undefined, {}],
  ['a', {}],
  [[null, 7, {}, { key: 7 }, { key: '' }, { keyStrindex: 3 }], {}],
  [[{ key: 'a' }], { a: null }],
  [
    [
      { key: 'a', value: { intValue: 1 } },
      { key: 'a', value: { intValue: 2 } },
    ],
    { a: 2 },
  ],
])('the attributes of %j are %j', (sent, expected) => {
  expect(readPairs(sent)).toEqual(expected);
});
