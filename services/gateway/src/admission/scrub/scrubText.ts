import { decodeOnce } from './decodeOnce.js';
import { findCards } from './findCards.js';
import { findEmails } from './findEmails.js';
import { findForms } from './findForms.js';
import { findSecrets } from './findSecrets.js';
import { addBeside, joinSpans, replaceSpans, type Span } from './spans.js';

/** Nothing that is scrubbed is without one of these, other than what is known by its form alone. */
const SUSPECT = /[@=:]|%[2-7]|bearer|curl|-----BEGIN|\d(?:[ +-]?\d){13}/i;

/** How often a text is decoded, for what stands in a form, or in an address within an address. */
const MOST_DECODINGS = 2;

/**
 * `text` with e-mail addresses, card numbers, IBANs and secrets replaced, also where they are percent-encoded; the same text
 * where there are none. Linear in its length.
 */
export function scrubText(text: string): string {
  const spans = findSensitive(text);
  return spans.length === 0 ? text : replaceSpans(text, spans);
}

/** The spans of `text` that {@link scrubText} replaces: in the text's order, without overlaps. */
export function findSensitive(text: string): readonly Span[] {
  const forms = findForms(text);
  return forms.length === 0 && !SUSPECT.test(text) ? [] : findSpans(text, forms, 0);
}

/** What is found as it is written counts first: what ends a value there need not be what ends it decoded. */
function findSpans(text: string, forms: readonly Span[], decodings: number): readonly Span[] {
  const others = addBeside(findEmails(text), findCards(text));
  // What a secret holds may look like an address.
  const here = addBeside(joinSpans([...forms, ...findSecrets(text)]), others);
  const decoded = decodings < MOST_DECODINGS ? decodeOnce(text) : undefined;
  if (decoded === undefined) return here;
  const { origins } = decoded;
  const within = findSpans(decoded.text, findForms(decoded.text), decodings + 1).map(({ start, end, mark }) => ({
    start: origins[start] ?? 0,
    end: origins[end] ?? text.length,
    mark,
  }));
  return within.length === 0 ? here : joinSpans([...here, ...within]);
}
