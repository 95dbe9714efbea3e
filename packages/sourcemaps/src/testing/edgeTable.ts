import { expect } from '@jest/globals';
import { encodeMappings, type Segment } from './encodeMappings.js';
import { openCompiledMap, type OpenedMap } from './openCompiledMap.js';
import { type Answer, answerOf, askTrace, type Bias, traceOf } from './traceOracle.js';

/** One question and its answer: `line:column bias`, then `source:line:column[:name]` or `null`. Generated column and original column 0-based. */
type Question = readonly [position: string, expected: string | null];

/** A map of one peculiarity and what lookups in it answer. */
export interface EdgeRow {
  readonly name: string;
  /** The document: its text as given, anything else as JSON. */
  readonly map: unknown;
  readonly asks: readonly Question[];
  /** The result of trace-mapping if it differs; otherwise it must agree. */
  readonly traceDiffers?: string;
  /** Whether the response to the upload must tell of something or must not; not given: no matter. */
  readonly hasProblems?: boolean;
}

/** A map of `lines` of absolute segments with one source `a.js`. */
export const mapOf = (lines: readonly (readonly Segment[])[], more: object = {}): object => ({
  version: 3,
  sources: ['a.js'],
  names: [],
  mappings: encodeMappings(lines),
  ...more,
});

/** The document of a row as it is uploaded. */
export const textOf = (map: unknown): string => (typeof map === 'string' ? map : JSON.stringify(map));

const write = (answer: Answer | null): string | null => {
  if (answer === null) return null;
  const place = `${String(answer.source)}:${answer.line}:${answer.column}`;
  return answer.name === null ? place : `${place}:${answer.name}`;
};

function parse(position: string): { line: number; column: number; bias: Bias } {
  const [place = '', bias = 'glb'] = position.split(' ');
  const [line, column] = place.split(':').map(Number);
  return { line: line ?? NaN, column: column ?? NaN, bias: bias === 'lub' ? 'lub' : 'glb' };
}

/** The result of the codec for one question. */
export async function ask(opened: OpenedMap, position: string): Promise<string | null> {
  const { line, column, bias } = parse(position);
  const [found] = await opened.index.lookUp([{ line, column }], opened.read, bias);
  return write(answerOf(found));
}

/** Compiles the map of a row and asks its questions of the codec and, unless they differ on purpose, of trace-mapping. */
export async function expectEdge(row: EdgeRow): Promise<OpenedMap> {
  const text = textOf(row.map);
  const opened = await openCompiledMap(text);
  const answers = await Promise.all(row.asks.map(async ([position]) => [position, await ask(opened, position)]));
  expect(answers).toEqual(row.asks);
  if (row.traceDiffers === undefined) {
    const trace = traceOf(text);
    const theirs = row.asks.map(([position]) => {
      const { line, column, bias } = parse(position);
      return [position, write(askTrace(trace, { line, column }, bias))];
    });
    expect({ trace: theirs }).toEqual({ trace: row.asks });
  }
  if (row.hasProblems !== undefined) expect(opened.compiled.problems.length > 0).toBe(row.hasProblems);
  return opened;
}
