import { readFile } from 'node:fs/promises';
import {
  decodedMappings,
  FlattenMap,
  GREATEST_LOWER_BOUND,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  sourceContentFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';
import type { MappedPosition, SourceContext } from '../codec/read/sourceMapIndex.js';
import type { OpenedMap } from './openCompiledMap.js';
import type { SeededRandom } from './seededRandom.js';

/** A position of the generated file: line 1-based, column 0-based. */
export interface Probe {
  readonly line: number;
  readonly column: number;
}

export type Bias = 'glb' | 'lub';

/** What both sides say of a position, in one comparable form. */
export interface Answer {
  readonly source: string | null;
  readonly line: number;
  readonly column: number;
  readonly name: string | null;
}

const PROBES_A_CALL = 10_000;
const DIFFERENCES_SHOWN = 5;
/** Lines of at least this many characters may be truncated, with `{snip}` in place of omitted text. */
const LINE_MAY_BE_CUT = 16_000;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** The map as read by `@jridgewell/trace-mapping`, sections flattened. */
export const traceOf = (map: string): TraceMap => new FlattenMap(map);

/** `traceOf` the text of a file. */
export const traceOfFile = async (file: string): Promise<TraceMap> => traceOf(await readFile(file, 'utf8'));

/** What trace-mapping answers; `null` where it has no original line. */
export function askTrace(trace: TraceMap, probe: Probe, bias: Bias): Answer | null {
  const { line, column } = probe;
  const found = originalPositionFor(trace, {
    line,
    column,
    bias: bias === 'lub' ? LEAST_UPPER_BOUND : GREATEST_LOWER_BOUND,
  });
  return found.line === null
    ? null
    : { source: found.source, line: found.line, column: found.column, name: found.name };
}

/** The comparable part of a result of the codec. */
export const answerOf = (found: MappedPosition | null | undefined): Answer | null =>
  found === null || found === undefined
    ? null
    : { source: found.source, line: found.line, column: found.column, name: found.name };

const isSame = (ours: MappedPosition | null | undefined, theirs: Answer | null): boolean =>
  ours === null || ours === undefined || theirs === null
    ? ours === null && theirs === null
    : ours.line === theirs.line &&
      ours.column === theirs.column &&
      ours.source === theirs.source &&
      ours.name === theirs.name;

/**
 * Compares the codec with trace-mapping on every probe.
 * @returns how many differ, the first of them in words
 */
export async function compareWithTrace(opened: OpenedMap, trace: TraceMap, probes: readonly Probe[], bias: Bias) {
  const shown: string[] = [];
  let differences = 0;
  for (let from = 0; from < probes.length; from += PROBES_A_CALL) {
    const part = probes.slice(from, from + PROBES_A_CALL);
    const found = await opened.index.lookUp(part, opened.read, bias);
    part.forEach((probe, place) => {
      const expected = askTrace(trace, probe, bias);
      if (isSame(found[place], expected)) return;
      differences += 1;
      const sides = `trace-mapping ${JSON.stringify(expected)}, codec ${JSON.stringify(answerOf(found[place]))}`;
      if (shown.length < DIFFERENCES_SHOWN) shown.push(`${probe.line}:${probe.column} ${bias}: ${sides}`);
    });
    if (found.length !== part.length) shown.push(`${found.length} answers to ${part.length} positions`);
  }
  return { compared: probes.length, differences, shown };
}

/** Every segment's column and the ones beside it, in order; a random choice of `limit` segments where there are more. */
export function probesAtSegments(trace: TraceMap, limit: number, random: SeededRandom): Probe[] {
  const lines = decodedMappings(trace);
  const total = lines.reduce((sum, line) => sum + line.length, 0);
  const probes: Probe[] = [];
  lines.forEach((segments, index) => {
    for (const [column] of segments) {
      if (total > limit && random.below(total) >= limit) continue;
      for (const near of [column - 1, column, column + 1])
        if (near >= 0) probes.push({ line: index + 1, column: near });
    }
  });
  return probes;
}

/** Positions anywhere: within lines, past their ends, and on lines that are not there. */
export function probesAnywhere(trace: TraceMap, count: number, random: SeededRandom): Probe[] {
  const lines = decodedMappings(trace);
  return Array.from({ length: count }, () => {
    const line = 1 + random.below(lines.length + 2);
    const last = lines[line - 1]?.at(-1)?.[0] ?? 0;
    return { line, column: random.below(last + 20) };
  });
}

/**
 * Returns the lines around a position by `sourceContentFor` of trace-mapping, with the line breaks of ECMAScript.
 * @returns `null` if there is no content or no such line
 */
export function contextsByTrace(
  trace: TraceMap,
  linesEachSide: number,
): (position: MappedPosition) => SourceContext | null {
  const linesOf = new Map<string | null, readonly string[] | undefined>();
  return (position) => {
    const { source } = position;
    if (!linesOf.has(source)) {
      const content = source === null ? null : sourceContentFor(trace, source);
      linesOf.set(source, content?.split(LINE_BREAK));
    }
    const lines = linesOf.get(source);
    const line = lines?.[position.line - 1];
    if (lines === undefined || line === undefined) return null;
    const before = lines.slice(Math.max(0, position.line - 1 - linesEachSide), position.line - 1);
    return { before, line, after: lines.slice(position.line, position.line + linesEachSide) };
  };
}

/** Whether the codec's lines equal those of trace-mapping; for very long lines, a part around the column. */
export function isSameContext(
  ours: SourceContext | null | undefined,
  theirs: SourceContext | null,
  column: number,
): boolean {
  if (!ours || !theirs) return ours === null && theirs === null;
  const around = theirs.line.slice(Math.max(0, column - 40), column + 40);
  return (
    ours.line.includes(around) &&
    isSameLine(ours.line, theirs.line) &&
    areSameLines(ours.before, theirs.before) &&
    areSameLines(ours.after, theirs.after)
  );
}

const areSameLines = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.length === theirs.length && ours.every((line, place) => isSameLine(line, theirs[place] ?? ''));

function isSameLine(ours: string, theirs: string): boolean {
  if (ours === theirs) return true;
  if (theirs.length < LINE_MAY_BE_CUT) return false;
  const pieces = ours.split(/ ?\{snip\} ?/);
  return pieces.length > 1 && pieces.every((piece) => theirs.includes(piece));
}
