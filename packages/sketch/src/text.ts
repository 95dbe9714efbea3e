import { addToBucket, bucketsOf, HIGHEST_BUCKET, type Sketch } from './sketch.js';

/**
 * A sketch as text: a version character, then for each bucket in order how far it is from the one before (the first: from
 * 0), and its count. Numbers are base 32, lowest digit first, the first 32 characters of the alphabet where more follow; a
 * first bucket below zero has a sign before it. One value takes 6 characters at most, neighbouring buckets of small counts
 * two each.
 */
const VERSION = '1';
const SIGN = '-';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.';
const MORE = 32;

/** Digit by character code; -1 if the character is not a digit. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));

/** Returns the sketch as text, which depends only on the added values, not on their order or batches. */
export function encodeSketch(sketch: Sketch): string {
  let text = VERSION;
  let before = 0;
  for (const [bucket, times] of bucketsOf(sketch)) {
    const step = bucket - before;
    text += (step < 0 ? SIGN : '') + encodeNumber(Math.abs(step)) + encodeNumber(times);
    before = bucket;
  }
  return text;
}

/** The sketch that {@link encodeSketch} wrote. Throws a RangeError for any other text. */
export function decodeSketch(text: string): Sketch {
  const sketch: Sketch = new Map();
  addEncoded(sketch, text);
  return sketch;
}

/** Adds a sketch that is still text to `into`, without decoding it. @throws RangeError if the text is not a sketch */
export function addEncoded(into: Sketch, text: string): void {
  if (text[0] !== VERSION) throw unreadable();
  const reader = { text, at: 1 };
  let bucket = 0;
  while (reader.at < text.length) {
    const sign = reader.at === 1 && text[1] === SIGN ? -1 : 1;
    if (sign < 0) reader.at += 1;
    bucket += sign * decodeNumber(reader);
    const times = decodeNumber(reader);
    if (Math.abs(bucket) > HIGHEST_BUCKET || times === 0) throw unreadable();
    addToBucket(into, bucket, times);
  }
}

function encodeNumber(value: number): string {
  let text = '';
  let left = value;
  while (left >= MORE) {
    text += ALPHABET.charAt(left % MORE);
    left = Math.floor(left / MORE);
  }
  return text + ALPHABET.charAt(left + MORE);
}

function decodeNumber(reader: { readonly text: string; at: number }): number {
  let value = 0;
  let unit = 1;
  for (;;) {
    const digit = DIGITS[reader.text.charCodeAt(reader.at)] ?? -1;
    if (digit < 0) throw unreadable();
    reader.at += 1;
    if (digit >= MORE) return value + (digit - MORE) * unit;
    value += digit * unit;
    unit *= MORE;
  }
}

const unreadable = (): RangeError => new RangeError('this is not the text of a sketch');
