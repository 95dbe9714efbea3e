/** A stretch of a text, and what shall stand there instead. */
export interface Span {
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
  readonly mark: string;
}

const byStart = (one: Span, other: Span): number => one.start - other.start;

/** The spans in the text's order; those that overlap are one, with the mark of the first. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort(byStart)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else if (span.end > last.end) joined[joined.length - 1] = { ...last, end: span.end };
  }
  return joined;
}

/** `first`, and those of `second` that overlap none of them; both lists in the text's order, without overlaps. */
export function addBeside(first: readonly Span[], second: readonly Span[]): readonly Span[] {
  if (second.length === 0) return first;
  let next = 0;
  const beside = second.filter((span) => {
    while ((first[next]?.end ?? Infinity) <= span.start) next += 1;
    return (first[next]?.start ?? Infinity) >= span.end;
  });
  return [...first, ...beside].sort(byStart);
}

/** `text` with the marks in the places of the spans; these in its order, without overlaps. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let replaced = '';
  let done = 0;
  for (const { start, end, mark } of spans) {
    replaced += text.slice(done, start) + mark;
    done = end;
  }
  return replaced + text.slice(done);
}
