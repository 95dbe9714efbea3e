import { charactersOf } from './characters.js';
import { IBAN_COUNTRIES, endOfIban } from './endOfIban.js';
import { MARKS } from './marks.js';
import type { Span } from './spans.js';
import { matchSpans } from './matchSpans.js';
import { INNER_FORMS, TOKEN_FORMS } from './tokenForms.js';

/** A form of token or IBAN, found by the first two characters of a word. */
interface Form {
  readonly mark: string;
  /** Returns the end of the form that starts at `start`; `undefined` if it does not match. */
  readonly endAt: (text: string, start: number) => number | undefined;
}

const ASCII = 128;
const IN_WORD = charactersOf(/[A-Za-z0-9]/);
const keyOf = (first: number, second: number): number => first * ASCII + second;

const FORMS: readonly Form[][] = [[]];
/** Index into {@link FORMS} for two characters; 0 for nearly all. This lookup is the whole cost of an ordinary word. */
const LIST_OF = new Uint8Array(ASCII * ASCII);

function add(beginning: string, form: Form): void {
  const key = keyOf(beginning.charCodeAt(0), beginning.charCodeAt(1));
  const list = LIST_OF[key] ?? 0;
  if (list === 0) LIST_OF[key] = (FORMS as Form[][]).push([form]) - 1;
  else FORMS[list]?.push(form);
}

for (const [prefixes, rest] of TOKEN_FORMS) {
  const expression = new RegExp(rest, 'y');
  for (const prefix of prefixes.split(' ')) {
    const endAt = (text: string, start: number): number | undefined => {
      if (!text.startsWith(prefix, start)) return undefined;
      expression.lastIndex = start + prefix.length;
      return expression.test(text) ? expression.lastIndex : undefined;
    };
    add(prefix, { mark: MARKS.secret, endAt });
  }
}
for (const country of IBAN_COUNTRIES) add(country, { mark: MARKS.iban, endAt: endOfIban });

/** Shorter texts contain neither. */
const SHORTEST = 15;

/** Finds tokens and IBANs, which are recognized by their form, in text order. */
export function findForms(text: string): readonly Span[] {
  const last = text.length - SHORTEST;
  if (last < 0) return [];
  const spans: Span[] = [];
  let before = 0;
  for (let index = 0; index <= last; index += 1) {
    const code = text.charCodeAt(index);
    const isInWord = code < ASCII ? (IN_WORD[code] ?? 0) : 0;
    const list = isInWord > before ? listOf(code, text.charCodeAt(index + 1)) : 0;
    before = isInWord;
    const found = list === 0 ? undefined : spanAt(text, index, FORMS[list] ?? []);
    if (found === undefined) continue;
    spans.push(found);
    index = found.end - 1;
  }
  for (const [within, form] of INNER_FORMS) {
    if (text.includes(within)) spans.push(...matchSpans(text, form, MARKS.secret));
  }
  return spans;
}

const listOf = (first: number, second: number): number => (second < ASCII ? (LIST_OF[keyOf(first, second)] ?? 0) : 0);

function spanAt(text: string, start: number, forms: readonly Form[]): Span | undefined {
  for (const { mark, endAt } of forms) {
    const end = endAt(text, start);
    if (end !== undefined) return { start, end, mark };
  }
  return undefined;
}
