import { unlessSecret } from '../core/unlessSecret.js';
import { normalize, opened, type NormalizeOptions } from '../core/normalize.js';
import { textOf } from '../core/textOf.js';
import { selectorOf } from './selectorOf.js';

const MOST_CHARACTERS = 1_000;

/**
 * Describes a value in a bounded length: plain objects, arrays, maps and sets two levels deep, other objects by class,
 * elements by selector. Fields named like secrets are `[secret]`. Runs no code of the program: no getter, no `toString`.
 */
export const describeValue = (value: unknown): string =>
  textOf(normalize(value, BOUNDS) ?? (value && '[object]')).slice(0, MOST_CHARACTERS);

const BOUNDS: NormalizeOptions = {
  characters: MOST_CHARACTERS,
  get: (object, key) => {
    const own = Object.getOwnPropertyDescriptor(object, key);
    return own && 'value' in own ? unlessSecret(key, own.value) : '…';
  },
  view: (value) => {
    if (value instanceof Error) return `${textIn(value, 'name')}: ${textIn(value, 'message')}`;
    if ('Node' in globalThis && value instanceof Node) return selectorOf(value) || value.nodeName;
    if (value instanceof Date) return Date.prototype.toJSON.call(value);
    const { name = 'Object' } = Object(dataOf(Object.getPrototypeOf(value) as object, 'constructor')) as {
      name?: string;
    };
    return /^(Object|Array|Map|Set)$/.test(name) ? opened(value) : `{${name}}`;
  },
};

const textIn = (error: Error, key: string): string => describeValue(dataOf(error, key) ?? '');

/** Reads an own or inherited property. Getters are only called on native errors. */
function dataOf(object: object, key: string): unknown {
  let one: object | null = object;
  let own: PropertyDescriptor | undefined;
  while (one && !(own = Object.getOwnPropertyDescriptor(one, key))) one = Object.getPrototypeOf(one) as object | null;
  return own && (!own.get || one === DOMException.prototype) ? object[key as never] : undefined;
}
