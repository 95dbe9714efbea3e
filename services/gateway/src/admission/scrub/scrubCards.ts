import { MARKS } from './marks.js';

/** How cards are written: in one, in fours, and as American Express and Diners Club print theirs. Not within a word or a number. */
const CARD =
  /(?<!\w|\d[.,])(?:\d{14,16}|\d{19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5})(?!\w|[.,]\d)/g;

/** Characters of five groups, and of the fifth with what is before it: three more digits, or a code that follows the card. */
const FIVE_GROUPS = 23;
const FIFTH_GROUP = 4;

/**
 * `text` with every card number replaced: a layout of cards, the first digits and length of an issuer, and Luhn's check
 * sum. Linear: a look at any place reads at most 23 characters.
 */
export function scrubCards(text: string): string {
  let scrubbed = '';
  let done = 0;
  CARD.lastIndex = 0;
  for (let match = CARD.exec(text); match !== null; match = CARD.exec(text)) {
    const card = cardIn(match[0]);
    if (card === undefined) {
      // The next groups may be one.
      CARD.lastIndex = match.index + 1;
      continue;
    }
    scrubbed += text.slice(done, match.index) + MARKS.card;
    done = match.index + card.length;
    CARD.lastIndex = done;
  }
  return done === 0 ? text : scrubbed + text.slice(done);
}

function cardIn(written: string): string | undefined {
  const shorter = written.length === FIVE_GROUPS ? [written.slice(0, -FIFTH_GROUP)] : [];
  return [written, ...shorter].find((text) => isCardNumber(text.replace(/[ -]/g, '')));
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

/** Whether so many digits that begin so are a card's, and their check sum is right. */
function isCardNumber(digits: string): boolean {
  return (
    ISSUERS.some(([first, lengths]) => lengths.includes(digits.length) && first.test(digits)) && passesLuhn(digits)
  );
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - fromRight) - ZERO;
    const weighed = fromRight % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

const ZERO = '0'.charCodeAt(0);
