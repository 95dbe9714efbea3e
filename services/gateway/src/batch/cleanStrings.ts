import { RawJson } from './rawJson.js';

/** Matches NUL and lone surrogates; with the `u` flag, surrogates in pairs do not match. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/** Returns `text` with each NUL and lone surrogate replaced by U+FFFD: PostgreSQL's `text` and `jsonb` cannot store them. */
export const cleanString = (text: string): string =>
  UNSTORABLE.test(text) ? text.replace(ALL_UNSTORABLE, '\uFFFD') : text;

/**
 * Returns a JSON value in which all strings and keys can be stored, without keys `__proto__`, so that no consumer sets a
 * prototype by copying. The same value if nothing changes. Recursion is bounded by the body's depth.
 */
export function cleanStrings(value: unknown): unknown {
  if (typeof value === 'string') return cleanString(value);
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const cleaned = items.map(cleanStrings);
    return cleaned.some((item, index) => item !== items[index]) ? cleaned : value;
  }
  const entries: [string, unknown][] = Object.entries(value);
  const cleaned = entries
    .map(([key, item]): [string, unknown] => [cleanString(key), cleanStrings(item)])
    .filter(([key]) => key !== '__proto__');
  const untouched =
    cleaned.length === entries.length &&
    cleaned.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index][1]);
  return untouched ? value : Object.fromEntries(cleaned);
}

/** Whether a JSON text may contain what {@link cleanStrings} changes: raw NULs are invalid JSON, and decoding replaces broken UTF-8. */
export const mayNeedCleaning = (text: string | Buffer): boolean => text.includes('\\u') || text.includes('__proto__');
