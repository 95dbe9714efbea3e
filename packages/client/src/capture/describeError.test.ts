import { describe, expect, test } from '@jest/globals';
import type { ExceptionPayload } from '../core/event.js';
import { describeError } from './describeError.js';

class CartError extends Error {}
class Named extends Error {
  override readonly name = 'NamedError';
}
/** As minifiers leave it. */
const Minified = { t: class t extends Error {} }.t;

const withStack = (error: Error, stack: string): Error => Object.assign(error, { stack });

describe('type and message', () => {
  test.each<[string, unknown, string, string]>([
    ['an error', new TypeError('x is undefined'), 'TypeError', 'x is undefined'],
    ['an error without a message', new Error(), 'Error', ''],
    ['a class of the program that did not set its name', new CartError('empty'), 'CartError', 'empty'],
    ['one that did', new Named('n'), 'NamedError', 'n'],
    ['one that was minified', new Minified('m'), 'Error', 'm'],
    ['a DOMException', new DOMException('gone', 'AbortError'), 'AbortError', 'gone'],
    ['a string', 'oops', 'Error', 'oops'],
    ['a number', 42, 'Error', '42'],
    ['undefined', undefined, 'Error', 'undefined'],
    ['null', null, 'Error', 'null'],
    ['a symbol', Symbol('s'), 'Error', 'Symbol(s)'],
    [
      'an object',
      { code: 42, detail: 'sold out', items: [1], at: null },
      'Object',
      'code: 42, detail: sold out, items: [  1 ], at: null',
    ],
    ['an object with a message', { message: 'JWT expired', code: 'PGRST301' }, 'Object', 'JWT expired'],
    ['an object with a name and no message', { name: 'Bob' }, 'Object', 'name: Bob'],
    ['an object of nothing', Object.create(null), 'Object', ''],
    ['an array', ['a', 1], 'Array', '[ a, 1]'],
    [
      'an event of an element',
      Object.assign(Object.create({ type: 'error' }), { target: { src: '/a.js' } }),
      'Object',
      'error of /a.js',
    ],
    [
      'an event of nothing',
      Object.assign(Object.create({ type: 'close' }), { target: { nodeName: 'DIALOG' } }),
      'Object',
      'close of DIALOG',
    ],
    ['an error of another window', { name: 'RangeError', message: 'r', stack: '' }, 'RangeError', 'r'],
  ])('are those of %s', (_what, thrown, type, message) => {
    expect(describeError(thrown)).toMatchObject({ type, message });
  });

  test('an object with much in it is short', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`key${n}`, 'x'.repeat(10_000)]));
    expect(describeError(many).message.length).toBeLessThan(2_200);
  });

  test('a long message is cut', () => {
    expect(describeError(new Error('m'.repeat(100_000))).message).toHaveLength(8_192);
    expect(describeError('m'.repeat(100_000)).message).toHaveLength(8_192);
  });
});

describe('the calls of an error', () => {
  test('are frames, newest first, and no raw text', () => {
    const error = withStack(new Error('x'), 'Error: x\n    at a (https://a.b/c.js:1:2)\n    at https://a.b/c.js:3:4');
    const { frames, stack } = describeError(error);
    expect(frames).toEqual([
      { function: 'a', file: 'https://a.b/c.js', line: 1, column: 2 },
      { file: 'https://a.b/c.js', line: 3, column: 4 },
    ]);
    expect(stack).toBeUndefined();
  });

  test('are the raw text if it cannot be parsed', () => {
    const { frames, stack } = describeError(withStack(new Error('x'), 'in a far country'));
    expect([frames, stack]).toEqual([undefined, 'in a far country']);
  });

  test('have no query where the server reads them', () => {
    const lines = [
      'calc@https://a.b/m.wasm?secret=1:wasm-function[12]:0x1a3b',
      'f@https://a.b/c.js?secret=2#x line 26 > eval:1:30',
      'f@https://a.b/c.js?secret=(3:1):1:2 [<root> => angular]',
    ];
    const { stack } = describeError(withStack(new Error('x'), lines.join('\n')));
    expect(stack?.split('\n')).toEqual([
      'calc@https://a.b/m.wasm:wasm-function[12]:0x1a3b',
      'f@https://a.b/c.js line 26 > eval:1:30',
      'f@https://a.b/c.js:1:2 [<root> => angular]',
    ]);
  });

  test('are absent without a stack', () => {
    expect(describeError('x')).toEqual({ type: 'Error', message: 'x' });
    expect(describeError({ message: 'x' })).toEqual({ type: 'Object', message: 'x' });
  });
});

describe('the causes of an error', () => {
  const typesOf = (payload: ExceptionPayload | undefined): string[] =>
    payload === undefined ? [] : [payload.message, ...typesOf(payload.cause)];
  const chain = (length: number): Error => new Error(String(length), length > 0 ? { cause: chain(length - 1) } : {});

  test('are described, with their frames', () => {
    const payload = describeError(new Error('outer', { cause: new TypeError('inner') }));
    expect(payload.cause).toMatchObject({ type: 'TypeError', message: 'inner' });
    expect(payload.cause?.frames?.length).toBeGreaterThan(0);
  });

  test('are at most eight', () => {
    expect(typesOf(describeError(chain(20)))).toEqual(['20', '19', '18', '17', '16', '15', '14', '13', '12']);
  });

  test('may be anything', () => {
    expect(describeError(new Error('x', { cause: 'no stock' })).cause).toMatchObject({
      type: 'Error',
      message: 'no stock',
    });
    expect(describeError(new Error('x', { cause: 0 })).cause?.message).toBe('0');
    expect(describeError(new Error('x', { cause: null })).cause).toBeUndefined();
    expect(describeError(new Error('x', { cause: undefined })).cause).toBeUndefined();
  });

  test('end where they go in a circle', () => {
    const one = new Error('one');
    const two = new Error('two', { cause: one });
    one.cause = two;
    expect(typesOf(describeError(one))).toEqual(['one', 'two']);
    one.cause = one;
    expect(typesOf(describeError(one))).toEqual(['one']);
  });
});

describe('an AggregateError', () => {
  test('describes at most five of its errors', () => {
    const errors = [new Error('a'), 'b', new TypeError('c'), 1, 2, 3, 4];
    const { type, message, errors: told } = describeError(new AggregateError(errors, 'all failed'));
    expect([type, message]).toEqual(['AggregateError', 'all failed']);
    expect(told?.map((one) => one.message)).toEqual(['a', 'b', 'c', '1', '2']);
  });

  test('is described as a cause as well', () => {
    const error = new TypeError('fetch failed', {
      cause: new AggregateError([new Error('::1'), new Error('127.0.0.1')]),
    });
    expect(describeError(error).cause?.errors?.map((one) => one.message)).toEqual(['::1', '127.0.0.1']);
  });

  test('is bounded where errors are in errors', () => {
    const tree = (depth: number): Error =>
      depth === 0 ? new Error('leaf') : new AggregateError(Array.from({ length: 5 }, () => tree(depth - 1)));
    expect(JSON.stringify(describeError(tree(5))).match(/"type"/g)?.length).toBeLessThan(40);
  });

  test('of a library may have other things for errors', () => {
    expect(
      describeError(Object.assign(new Error('x'), { name: 'AggregateError', errors: { a: 1 } })).errors,
    ).toBeUndefined();
  });
});
