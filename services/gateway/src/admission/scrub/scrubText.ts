import { decodeOnce } from './decodeOnce.js';
import { findCards } from './findCards.js';
import { findEmails } from './findEmails.js';
import { findForms } from './findForms.js';
import { findSecrets } from './findSecrets.js';
import { addBeside, joinSpans, replaceSpans, type Span } from './spans.js';

/** Every text to scrub contains one of these, except those recognized by form alone. */
const MAY_BE_SECRET = /[@=:]|%[2-7]|bearer|curl|-----BEGIN|\d(?:[ +-]?\d){13}/i;

/** Passes of percent-decoding, for form values and URLs inside URLs. */
const MOST_DECODINGS = 2;

/**
 * Returns `text` with email addresses, card numbers, IBANs and secrets replaced, also percent-encoded ones; the same
 * string if there are none. Linear time.
 */
export function scrubText(text: string): string {
  const spans = findSensitive(text);
  return spans.length === 0 ? text : replaceSpans(text, spans);
}

/** Returns the spans of `text` that {@link scrubText} replaces, in text order, without overlaps. */
export function findSensitive(text: string): readonly Span[] {
  const forms = findForms(text);
  return forms.length === 0 && !MAY_BE_SECRET.test(text) ? [] : findSpans(text, forms, 0);
}

/** Matches in the undecoded text take precedence: the end of a value may differ after decoding. */
function findSpans(text: string, forms: readonly Span[], decodings: number): readonly Span[] {
  const others = addBeside(findEmails(text), findCards(text));
  // A secret may contain something like an address.
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
