import type { Span } from './spans.js';

/**
 * Returns the matches of a global expression in `text`, or of its group if it has one; the group must end at most
 * `behind` characters before the match. Unlike `matchAll` it does not copy the expression, which would cost more than
 * scrubbing most texts.
 */
export function matchSpans(text: string, expression: RegExp, mark: string, behind = 0): Span[] {
  const spans: Span[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const end = expression.lastIndex - behind;
    spans.push({ start: end - (match[1] ?? match[0]).length, end, mark });
  }
  return spans;
}
