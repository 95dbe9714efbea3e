import { MARKS } from './marks.js';
import { positionLength } from './positionLength.js';
import type { Span } from './spans.js';
import { matchSpans } from './matchSpans.js';

/**
 * Query parameters that grant access under names that are harmless elsewhere: the code of an OAuth login and its
 * verifier, signatures of URLs. Values of fewer than four characters are kept: numbers and country codes.
 */
const PARAMETER =
  /(?:[?&#]|&amp;)(?:code|code_verifier|sig|signature|hmac|x-(?:amz|goog)-signature)=(\[[^\]\s]{0,64}\]|[^\s&;#,"'<>)}\]]{4,})/gi;

/** Finds the values of these parameters. Linear time: a value ends before the next parameter. */
export function findParameters(text: string): readonly Span[] {
  if (!text.includes('=')) return [];
  return matchSpans(text, PARAMETER, MARKS.secret)
    .map(({ start, end, mark }) => ({ start, end: end - positionLength(text, start, end), mark }))
    .filter(({ start, end }) => end > start);
}
