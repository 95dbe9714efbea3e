/** Characters that remain of a line. */
const KEPT = 140;
const MARK = '{snip}';
/** Lines up to this length stay complete, so cutting again changes nothing. */
const MAX_WHOLE = KEPT + 2 * (MARK.length + 1);
/** Characters before the column. */
const BEFORE_COLUMN = 60;
/** Text is only cut if that removes more characters than the mark adds. */
const NEAR = 5;

/**
 * Cuts a line as Symbolicator does: 140 characters around the column (0-based, UTF-16 units) of a long line remain,
 * and `{snip}` replaces the rest. Idempotent.
 */
export function cutLine(line: string, column: number): string {
  if (line.length <= MAX_WHOLE) return line;
  let start = Math.max(Math.min(column, line.length) - BEFORE_COLUMN, 0);
  if (start < NEAR) start = 0;
  let end = Math.min(start + KEPT, line.length);
  if (end > line.length - NEAR) end = line.length;
  if (end === line.length) start = Math.max(end - KEPT, 0);
  const kept = line.slice(start + inPair(line, start), end + inPair(line, end));
  return `${start > 0 ? `${MARK} ` : ''}${kept}${end < line.length ? ` ${MARK}` : ''}`;
}

/** 1 if the cut would split a surrogate pair; it is then made after the pair. */
const inPair = (line: string, at: number): number => {
  const code = line.charCodeAt(at);
  return at > 0 && code >= 0xdc_00 && code <= 0xdf_ff ? 1 : 0;
};
