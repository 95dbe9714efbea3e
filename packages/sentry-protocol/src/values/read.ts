import { isObject, type UnknownObject } from '@sluice/contract';

const NOTHING: UnknownObject = {};

/** Returns the value if it is an object, otherwise an empty one. */
export const objectOf = (value: unknown): UnknownObject => (isObject(value) ? value : NOTHING);

/** Returns a string that is not empty, or a number or boolean as text; `undefined` for any other value. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return isPlain(value) ? String(value) : undefined;
}

/** Returns a string as it is, and any other value as JSON; `undefined` if it is absent or `null`. */
export function jsonTextOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a value is a string, a boolean or a finite number. */
export const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Returns the objects of a list, or of `{ values: […] }`; an object without `values` is the only one. */
export function entriesOf(value: unknown): readonly UnknownObject[] {
  if (Array.isArray(value)) return value.filter(isObject);
  if (!isObject(value)) return [];
  if ('values' in value) return Array.isArray(value['values']) ? value['values'].filter(isObject) : [];
  return Object.keys(value).length === 0 ? [] : [value];
}

/** Returns the members of an object, or the pairs of a list of pairs; without names that are `__proto__`. */
export function pairsOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  const pairs: readonly unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.entries(value) : [];
  return pairs.flatMap((pair) => {
    const [name, content] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    const text = textOf(name);
    return text === undefined || text === '__proto__' ? [] : [[text, content] as const];
  });
}

const MAX_NAME = 50;

/** Returns a name that a client made up, to be counted by: at most 50 characters, each of which can be stored and shown. */
export const countedName = (name: string): string => name.slice(0, MAX_NAME).replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
