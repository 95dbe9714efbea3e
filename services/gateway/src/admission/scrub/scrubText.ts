import { decodeOnce } from './decodeOnce.js';
import { findCards } from './findCards.js';
import { findEmails } from './findEmails.js';
import { findSecrets } from './findSecrets.js';
import { addBeside, joinSpans, replaceSpans, type Span } from './spans.js';

/** Nothing that is scrubbed is without one of these. */
const SUSPECT = /[@=:]|%[2-7]|eyJ|slp_|bearer|-----BEGIN|\d(?:[ +-]?\d){13}/i;

/** How often a text is decoded, for what stands in a form, or in an address within an address. */
const MOST_DECODINGS = 2;

/**
 * `text` with e-mail addresses, card numbers and secrets replaced, also where they are percent-encoded; the same text
 * where there are none. Linear in its length.
 */
export function scrubText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const spans = findSpans(text, 0);
  return spans.length === 0 ? text : replaceSpans(text, spans);
}

/** What is found as it is written counts first: what ends a value there need not be what ends it decoded. */
function findSpans(text: string, decodings: number): readonly Span[] {
  const secrets = findSecrets(text);
  const others = addBeside(findEmails(text), findCards(text));
  // What a secret holds may look like an address.
  const here = addBeside(joinSpans(secrets), others);
  const decoded = decodings < MOST_DECODINGS ? decodeOnce(text) : undefined;
  if (decoded === undefined) return here;
  const { origins } = decoded;
  const within = findSpans(decoded.text, decodings + 1).map(({ start, end, mark }) => ({
    start: origins[start] ?? 0,
    end: origins[end] ?? text.length,
    mark,
  }));
  return within.length === 0 ? here : joinSpans([...here, ...within]);
}
