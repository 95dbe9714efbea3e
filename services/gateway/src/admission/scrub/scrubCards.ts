import { MARKS } from './marks.js';

/** Digits, alone or in groups with one space or hyphen between them; not within a word, a number or a longer number. */
const DIGITS = /(?<!\w|\d[.,])\d(?:[ -]?\d){13,}/g;
/** What makes the last digits a part of something else. */
const GOES_ON = /\w|[.,]\d/y;

/** How cards are written: in one, in fours, and as American Express and Diners Club print theirs. */
const LAYOUTS: readonly (readonly number[])[] = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [19],
  [16],
  [15],
  [14],
];

/** Digits of a run, where they stand, and what follows them. */
interface Group {
  readonly start: number;
  readonly digits: string;
  readonly separator: string;
}

/**
 * `text` with every card number replaced: a layout of cards, the first digits and length of an issuer, and Luhn's check
 * sum. Linear: of each group of digits at most five are looked at, and groups are looked at once.
 */
export function scrubCards(text: string): string {
  let scrubbed = '';
  let done = 0;
  for (const { 0: run, index } of text.matchAll(DIGITS)) {
    for (const [start, end] of cardsIn(groupsOf(text, run, index))) {
      scrubbed += text.slice(done, start) + MARKS.card;
      done = end;
    }
  }
  return done === 0 ? text : scrubbed + text.slice(done);
}

function groupsOf(text: string, run: string, index: number): readonly Group[] {
  const groups = [...run.matchAll(/(\d+)([ -]?)/g)].map(({ 1: digits = '', 2: separator = '', index: at }) => ({
    start: index + at,
    digits,
    separator,
  }));
  GOES_ON.lastIndex = index + run.length;
  return GOES_ON.test(text) ? groups.slice(0, -1) : groups;
}

function* cardsIn(groups: readonly Group[]): Generator<readonly [number, number]> {
  for (let at = 0; at < groups.length; ) {
    const card = cardAt(groups, at);
    const last = card?.at(-1);
    if (card === undefined || last === undefined) at += 1;
    else {
      yield [groups[at]?.start ?? 0, last.start + last.digits.length];
      at += card.length;
    }
  }
}

function cardAt(groups: readonly Group[], at: number): readonly Group[] | undefined {
  for (const layout of LAYOUTS) {
    const window = groups.slice(at, at + layout.length);
    const isLaidOut =
      window.length === layout.length &&
      window.every(({ digits }, index) => digits.length === layout[index]) &&
      new Set(window.slice(0, -1).map(({ separator }) => separator)).size <= 1;
    if (isLaidOut && isCardNumber(window.map(({ digits }) => digits).join(''))) return window;
  }
  return undefined;
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
  return ISSUERS.some(([first, lengths]) => lengths.includes(digits.length) && first.test(digits)) && passesLuhn(digits);
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
