import { findSensitive } from './scrubText.js';
import { joinSpans, type Span } from './spans.js';

/**
 * Returns consecutive lines scrubbed, both as one text, because a private key in a template literal spans several
 * lines, and each alone, so that neighbors do not affect what is found in a line. The number of lines is unchanged;
 * the mark of a secret is on its first line.
 */
export function scrubLines(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const starts = startsOf(lines);
  const alone = lines.flatMap((line, index) => findSensitive(line).map((span) => moved(span, starts[index] ?? 0)));
  const spans = joinSpans([...findSensitive(text), ...alone]);
  return spans.length === 0 ? lines : lines.map((line, index) => replaceWithin(line, starts[index] ?? 0, spans));
}

/** Returns the start of each line in the joined text. */
function startsOf(lines: readonly string[]): readonly number[] {
  let next = 0;
  return lines.map(({ length }) => {
    const start = next;
    next += length + 1;
    return start;
  });
}

const moved = ({ start, end, mark }: Span, by: number): Span => ({ start: start + by, end: end + by, mark });

/** Returns one line without the parts that spans of the joined text cover. */
function replaceWithin(line: string, lineStart: number, spans: readonly Span[]): string {
  const lineEnd = lineStart + line.length;
  let replaced = '';
  let done = 0;
  for (const { start, end, mark } of spans) {
    if (start > lineEnd || end <= lineStart) continue;
    replaced += line.slice(done, Math.max(start - lineStart, 0)) + (start < lineStart ? '' : mark);
    done = end - lineStart;
  }
  return replaced + line.slice(done);
}
