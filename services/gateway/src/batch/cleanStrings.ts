import { RawJson } from './rawJson.js';

/** Matches NUL and lone surrogates; with the `u` flag, surrogates in pairs do not match. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Characters of a long text that are examined at once. */
const PIECE = 65_536;

/**
 * Returns `text` with each NUL and lone surrogate replaced by U+FFFD: PostgreSQL's `text` and `jsonb` cannot store them. Fast even for
 * millions of them, unlike `replace`.
 */
export function cleanString(text: string): string {
  if (!UNSTORABLE.test(text)) return text;
  let cleaned = '';
  for (let from = 0; from < text.length;) {
    let to = from + PIECE;
    // A pair is not split.
    while (isHigh(text.charCodeAt(to - 1))) to += 1;
    const piece = text.slice(from, to);
    cleaned += UNSTORABLE.test(piece) ? replaceUnits(piece) : piece;
    from = to;
  }
  return cleaned;
}

const REPLACEMENT = 0xfffd;
const BYTES_OF_UNIT = 2;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function replaceUnits(text: string): string {
  const units = Buffer.from(text, 'utf16le');
  let isPaired = false;
  for (let at = 0; at < units.length; at += BYTES_OF_UNIT) {
    const unit = units.readUInt16LE(at);
    const next = at + BYTES_OF_UNIT;
    const isStart = isHigh(unit) && next < units.length && isLow(units.readUInt16LE(next));
    if (unit === 0 || ((isHigh(unit) || isLow(unit)) && !isStart && !isPaired)) units.writeUInt16LE(REPLACEMENT, at);
    isPaired = isStart;
  }
  return units.toString('utf16le');
}

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
