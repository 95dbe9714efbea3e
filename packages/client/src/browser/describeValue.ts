import { unlessSecret } from '../core/unlessSecret.js';
import { normalize, opened, type NormalizeOptions } from '../core/normalize.js';
import { textOf } from '../core/textOf.js';
import { selectorOf } from './selectorOf.js';

const MOST_CHARACTERS = 1_000;

/**
 * A value in words, of bounded length however large it is: plain objects, arrays, maps and sets are read two levels deep;
 * of other objects the class is told, of elements where they are. What is in a field that is named like a secret is
 * `[secret]`. No code of the program runs for it: no getter, no `toString`.
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

/** What an object or what it inherits from has under a name. No getters, but those of the browser's own errors. */
function dataOf(object: object, key: string): unknown {
  let one: object | null = object;
  let own: PropertyDescriptor | undefined;
  while (one && !(own = Object.getOwnPropertyDescriptor(one, key))) one = Object.getPrototypeOf(one) as object | null;
  return own && (!own.get || one === DOMException.prototype) ? object[key as never] : undefined;
}
