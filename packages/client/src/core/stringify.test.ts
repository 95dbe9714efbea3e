import { afterEach, expect, test } from '@jest/globals';
import { normalize } from './normalize.js';
import { stringify } from './stringify.js';

const { prototype } = Array;
afterEach(() => void Reflect.deleteProperty(prototype, 'toJSON'));

const value = { frames: [{ line: 1 }, [2]], at: new Date(0), set: { toJSON: () => 'own' } };
const expected = '{"frames":[{"line":1},[2]],"at":"1970-01-01T00:00:00.000Z","set":"own"}';

test.each<[string, PropertyDescriptor]>([
  ['as Prototype.js defines it', { writable: true, enumerable: true, configurable: true }],
  ['that is hidden', { configurable: true }],
])('a toJSON of arrays %s does not change what is sent, and stays', (_name, attributes) => {
  const toJSON = function (this: readonly unknown[]): string {
    return `[${this.map((one) => JSON.stringify(one)).join(', ')}]`;
  };
  Object.defineProperty(prototype, 'toJSON', { ...attributes, value: toJSON });
  const own = Object.getOwnPropertyDescriptor(prototype, 'toJSON');
  expect(JSON.stringify([1])).toBe('"[1]"');
  expect(stringify(value)).toBe(expected);
  expect(stringify(normalize(value))).toBe(expected);
  expect(stringify([1], 1)).toBe('[\n 1\n]');
  expect(Object.getOwnPropertyDescriptor(prototype, 'toJSON')).toEqual(own);
});

test('an error of a toJSON is thrown, and the one of arrays stays', () => {
  const toJSON = (): string => 'lost';
  Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true });
  const fail = (): never => {
    throw new Error('own');
  };
  expect(() => stringify({ toJSON: fail })).toThrow('own');
  expect(Object.getOwnPropertyDescriptor(prototype, 'toJSON')?.value).toBe(toJSON);
});

test('nothing is null', () => {
  expect(stringify({ toJSON: () => undefined })).toBe('null');
});
