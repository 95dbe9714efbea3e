import type { Span } from './spans.js';

/**
 * What a global expression matches in `text`, or its group where it has one, which must end at most `behind` characters before
 * the match does. Unlike `matchAll` it makes no copy of the expression, which would cost more than most texts take.
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
