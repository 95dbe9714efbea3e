/** Hex digits of a whole UUID. */
const DIGITS = 32;

const HEX = /^[0-9a-fA-F]{8,32}$/;

/** The beginning of an id: 8 to 32 hex digits, without dashes, in the case in which they were given. */
export type IdPrefix = string & { readonly idPrefix: true };

/** Reads the beginning of an id, written without dashes or with all of those of a UUID; `undefined` for any other text. */
export function readIdPrefix(text: string): IdPrefix | undefined {
  const digits = text.replaceAll('-', '');
  if (!HEX.test(digits)) return undefined;
  const dashed = withDashes(digits);
  return [digits, dashed, `${dashed}-`].includes(text) ? (digits as IdPrefix) : undefined;
}

/** Whether all digits are there, so that it begins no other id. */
export const isCompleteId = (prefix: IdPrefix): boolean => prefix.length === DIGITS;

/** Digits as a UUID begins: a dash after the 8th, 12th, 16th and 20th where more follow. */
export const withDashes = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)]
    .filter((part) => part !== '')
    .join('-');

/** The smallest and the largest UUID that begin so. */
export const uuidRange = (prefix: IdPrefix): readonly [first: string, last: string] => [
  withDashes(prefix.toLowerCase().padEnd(DIGITS, '0')),
  withDashes(prefix.toLowerCase().padEnd(DIGITS, 'f')),
];

/**
 * Ranges of texts, in bytes, that begin so: as plain digits, and as a UUID.
 * @returns pairs of a first text and the first one that is beyond
 */
export const textRanges = (prefix: IdPrefix): readonly (readonly [first: string, end: string])[] =>
  [...new Set<string>([prefix, withDashes(prefix)])].map((text) => [text, textAfter(text)]);

/** The smallest text that is greater than all that begin with this one, which ends with an ASCII character. */
const textAfter = (text: string): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
