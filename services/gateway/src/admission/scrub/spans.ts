/** A range of a text and its replacement. */
export interface Span {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  readonly mark: string;
}

const byStart = (one: Span, other: Span): number => one.start - other.start;

/** Returns the spans in text order, with overlapping ones merged under the mark of the first. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort(byStart)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else if (span.end > last.end) joined[joined.length - 1] = { ...last, end: span.end };
  }
  return joined;
}

/** Returns `first` and those of `second` that do not overlap them. Both lists are in text order, without overlaps. */
export function addBeside(first: readonly Span[], second: readonly Span[]): readonly Span[] {
  if (second.length === 0) return first;
  let next = 0;
  const beside = second.filter((span) => {
    while ((first[next]?.end ?? Infinity) <= span.start) next += 1;
    return (first[next]?.start ?? Infinity) >= span.end;
  });
  return [...first, ...beside].sort(byStart);
}

/** Returns `text` with the spans replaced by their marks. Spans are in text order, without overlaps. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let replaced = '';
  let done = 0;
  for (const { start, end, mark } of spans) {
    replaced += text.slice(done, start) + mark;
    done = end;
  }
  return replaced + text.slice(done);
}
