import { MARKS } from './marks.js';
import { positionLength } from './positionLength.js';
import type { Span } from './spans.js';
import { matchSpans } from './matchSpans.js';

/**
 * Parameters of a query that open something, under names that say no such thing elsewhere: the code of an OAuth login and its
 * verifier, signatures of addresses. A value of fewer than four characters stays: it is a number or the code of a country.
 */
const PARAMETER =
  /(?:[?&#]|&amp;)(?:code|code_verifier|sig|signature|hmac|x-(?:amz|goog)-signature)=(\[[^\]\s]{0,64}\]|[^\s&;#,"'<>)}\]]{4,})/gi;

/** The values of such parameters. Linear: a value ends before the next parameter. */
export function findParameters(text: string): readonly Span[] {
  if (!text.includes('=')) return [];
  return matchSpans(text, PARAMETER, MARKS.secret)
    .map(({ start, end, mark }) => ({ start, end: end - positionLength(text, start, end), mark }))
    .filter(({ start, end }) => end > start);
}
