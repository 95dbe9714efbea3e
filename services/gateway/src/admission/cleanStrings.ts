/** Matches NUL and lone surrogates; with the `u` flag, surrogates in pairs do not match. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/** `text` with each NUL and each lone surrogate replaced by U+FFFD: what neither `text` nor `jsonb` can hold. */
const cleanString = (text: string): string => (UNSTORABLE.test(text) ? text.replace(ALL_UNSTORABLE, '\uFFFD') : text);

/**
 * A JSON value whose strings and keys are all storable and that has no key `__proto__` (it is dropped: no consumer can
 * then set a prototype by copying). The same value where nothing had to change. Recursion is bounded by the body's depth.
 */
export function cleanStrings(value: unknown): unknown {
  if (typeof value === 'string') return cleanString(value);
  if (typeof value !== 'object' || value === null) return value;
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
