import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { describeValue } from './describeValue.js';

const touched = jest.fn(() => 'secret');
class Cart {
  items = [1];
  get total(): string {
    return touched();
  }
}
class FakeNode {
  tagName: string | undefined = 'BUTTON';
  id = 'buy';
  classList = [];
  value = 'what somebody wrote';
  parentElement = null;
  nodeName = 'BUTTON';
  getAttribute = (): null => null;
}
const byGetter = (key: string): object => Object.defineProperty({}, key, { get: touched, enumerable: true });

beforeEach(() => {
  touched.mockClear();
  Object.assign(globalThis, { Node: FakeNode });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'Node'));

describe('a value in words', () => {
  test.each<[string, unknown, string]>([
    ['runs no getter', { a: 1, b: byGetter('c') }, '{a: 1, b: {c: …}}'],
    ['runs none of an array', Object.defineProperty([1, 2], 1, { get: touched }), '[1, …]'],
    [
      'runs none of an error',
      Object.defineProperty(new RangeError('far'), 'message', { get: touched }),
      'RangeError: ',
    ],
    ['runs none of an error’s name', Object.defineProperty(new Error('far'), 'name', { get: touched }), ': far'],
    ['tells an error of the browser', browserError('gone', 'AbortError'), 'AbortError: gone'],
    ['does not ask a large array for all its keys', keyless([1, 2]), '[1, 2]'],
    ['looks into no instance', new Cart(), '{Cart}'],
    [
      'looks into none in an object',
      { cart: new Cart(), at: new Date(0) },
      '{cart: {Cart}, at: 1970-01-01T00:00:00.000Z}',
    ],
    ['calls no toString', { toString: touched, toJSON: touched }, '{toString: [function], toJSON: [function]}'],
    ['calls none of a function', Object.assign(() => 1, { toString: touched }), '[function]'],
    ['says where an element is, not what is in it', new FakeNode(), 'button#buy'],
    ['names other nodes', Object.assign(new FakeNode(), { tagName: undefined, nodeName: '#text' }), '#text'],
    ['looks into an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{a: 1}'],
    ['tells no inherited key', Object.create({ inherited: 1 }), '{}'],
    ['survives a proxy', trapped({ a: 1 }), '[object]'],
    ['survives one in an object', { a: trapped([1]), b: 2 }, '{a: [[object]], b: 2}'],
    [
      'masks secrets by the names of fields',
      { password: 'hunter2', n: { 'x-api-key': 1 } },
      '{password: [secret], n: {x-api-key: [secret]}}',
    ],
    [
      'keeps what only sounds like secrets',
      { tokens: 5, hasPassword: true, passenger: 'Ann' },
      '{tokens: 5, hasPassword: true, passenger: Ann}',
    ],
    ['masks secrets in a map', new Map([['token', 'x']]), '{token: [secret]}'],
    ['cannot read an invalid date', new Date(NaN), '[object]'],
    ['keeps big numbers', [10n, NaN], '[10, NaN]'],
  ])('%s', (_name, value, words) => {
    expect(describeValue(value)).toBe(words);
    expect(touched).not.toHaveBeenCalled();
  });

  test.each<[string, unknown]>([
    ['long texts', Array.from({ length: 20 }, () => 'a'.repeat(1_000))],
    ['a long key', { ['k'.repeat(100_000)]: 1 }],
    ['a long message', new Error('m'.repeat(100_000))],
    ['a long class', Object.create({ constructor: { name: 'C'.repeat(100_000) } })],
  ])('is of bounded length, with %s', (_name, value) => {
    expect(describeValue(value).length).toBeLessThanOrEqual(1_000);
  });
});

/** Of the realm of this test, as a page's are. */
function browserError(message: string, name: string): object {
  Object.setPrototypeOf(DOMException.prototype, Error.prototype);
  return new DOMException(message, name);
}

function keyless(target: object): object {
  return new Proxy(target, {
    ownKeys: () => {
      throw new Error('trap');
    },
  });
}

function trapped(target: object): object {
  return new Proxy(target, {
    ownKeys: () => {
      throw new Error('trap');
    },
    getOwnPropertyDescriptor: () => {
      throw new Error('trap');
    },
  });
}
