import { LIMITS, cut, type Json, type WireSourceContext } from '@sluice/contract';

/**
 * Returns the source lines of a frame at `line` (from 1): at most five on each side, the nearest, each cut to 200 characters, and
 * none above the first line of the file. Payloads stored by earlier versions may have more. `undefined` where the frame's own
 * line is missing; a side that is not a list of text is empty.
 */
export function readContext(given: Json | undefined, line: number): WireSourceContext | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { before, line: own, after } = given as Readonly<Record<string, Json>>;
  if (typeof own !== 'string') return undefined;
  const above = linesOf(before);
  const most = Math.min(LIMITS.cutContextLines, line - 1);
  return {
    before: above.slice(Math.max(0, above.length - most)).map(cutLine),
    line: cutLine(own),
    after: linesOf(after).slice(0, LIMITS.cutContextLines).map(cutLine),
  };
}

const cutLine = (line: string): string => cut(line, LIMITS.cutContextLine);

const linesOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) && value.every((line) => typeof line === 'string') ? value : [];
