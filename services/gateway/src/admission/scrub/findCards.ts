import { MARKS } from './marks.js';
import type { Span } from './spans.js';

/**
 * Card numbers as one word, in groups of four, and in the groups of American Express and Diners Club. Not inside a
 * word or number; a comma separates list items, because programs do not write it in decimals.
 */
const CARD =
  /(?<!\w|\d\.)(?:\d{14,16}|\d{19}|\d{4}([ +-])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ +-])\d{6}\2\d{4,5})(?!\w|\.\d)/g;

/**
 * Characters of five groups, and of the fifth with its separator: three more digits, or a code that follows the card.
 */
const FIVE_GROUPS = 23;
const FIFTH_GROUP = 4;

/**
 * Finds all card numbers in `text`: the layout of a card, an issuer's first digits and length, and the Luhn checksum.
 * Linear time: at most 23 characters are read at each position.
 */
export function findCards(text: string): readonly Span[] {
  const spans: Span[] = [];
  CARD.lastIndex = 0;
  for (let match = CARD.exec(text); match !== null; match = CARD.exec(text)) {
    const card = cardIn(match[0]);
    // If it is not a card number, the next groups may be one.
    CARD.lastIndex = match.index + (card?.length ?? 1);
    if (card !== undefined) spans.push({ start: match.index, end: CARD.lastIndex, mark: MARKS.card });
  }
  return spans;
}

function cardIn(written: string): string | undefined {
  if (isCardNumber(written)) return written;
  const shorter = written.length === FIVE_GROUPS ? written.slice(0, -FIFTH_GROUP) : undefined;
  return shorter !== undefined && isCardNumber(shorter) ? shorter : undefined;
}

/** Lengths and first digits of the issuers: Visa, Mastercard, American Express, Diners Club, JCB, Discover, UnionPay, Maestro. */
const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[689])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^6(?:011|4[4-9]|5)/, [16, 19]],
  [/^62/, [16, 19]],
  [/^(?:50|5[6-9]|6[37])/, [16, 19]],
];

/**
 * Whether the digits have an issuer's prefix and length and a valid checksum. The checksum is cheaper and comes
 * first.
 */
function isCardNumber(written: string): boolean {
  if (!passesLuhn(written)) return false;
  const digits = written.replace(/[ +-]/g, '');
  return ISSUERS.some(([first, lengths]) => lengths.includes(digits.length) && first.test(digits));
}

function passesLuhn(written: string): boolean {
  let sum = 0;
  let isDoubled = false;
  for (let index = written.length - 1; index >= 0; index -= 1) {
    const digit = written.charCodeAt(index) - ZERO;
    // Separators between groups.
    if (digit < 0) continue;
    const weighed = isDoubled ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}

const ZERO = '0'.charCodeAt(0);
