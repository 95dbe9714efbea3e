import { MAX_TEXT_BYTES, MAX_FUNCTION_NAME_BYTES, MAX_POINTS } from '../layout.js';
import type { Write } from './blockWriter.js';
import { cutUtf8 } from './cutUtf8.js';
import { encodeFunctions } from './encodeFunctions.js';
import { readBloombergFunctions, readMetroFunctions } from './functionMap.js';
import { GrowingWords } from './growingWords.js';
import type { MapPart } from './mapParts.js';
import type { BreakPoint } from './nestedFunctions.js';
import { ScopesReader } from './scopesReader.js';

/** Sources with function maps for which a head has room. */
const MAX_SOURCES = 50_000;
/** Limit of bytes in the map; no real source has a longer function map. */
const MAX_JSON_BYTES = 1_048_576;

/** Writes the function maps of sources, one piece each, except those too large to be read at once. */
export class FunctionWriter {
  /** Sources of all parts, and the end of each piece. */
  readonly sources = new GrowingWords();
  readonly ends = new GrowingWords();
  /** Bytes of all pieces. */
  bytes = 0;
  /** Sources whose function map is too large or came after the limit of sources. */
  leftOut = 0;

  /** @param mostBytes limit of all pieces; only a hostile map needs more */
  constructor(
    private readonly write: Write,
    private readonly mostBytes: number,
  ) {}

  /** Adds the function maps of a part whose first source is `firstSource`. */
  add(part: MapPart, firstSource: number): void {
    const read = functionsOf(part);
    if (read === undefined) return;
    const count = part.sources.length;
    for (let index = 0; index < count; index += 1) {
      if (this.ends.length >= MAX_SOURCES || this.bytes > this.mostBytes) {
        this.leftOut += count - index;
        return;
      }
      const points = read(index);
      const piece = points === undefined ? undefined : encode(points);
      if (piece === undefined) this.leftOut += 1;
      if (piece === undefined || piece.length === 0) continue;
      this.write(piece);
      this.bytes += piece.length;
      this.sources.push(firstSource + index);
      this.ends.push(this.bytes);
    }
  }
}

/**
 * Returns a reader of the functions of one source after another, from the first scope information that has any: the
 * standard, Metro, Bloomberg. `undefined` if the part has none.
 */
function functionsOf(part: MapPart): ((source: number) => readonly BreakPoint[] | undefined) | undefined {
  const { scopes, metro, bloomberg } = part;
  if (scopes === undefined && metro.length === 0 && bloomberg.length === 0) return undefined;
  const nameOf = (index: number): string | null => (index < 0 ? null : part.names.text(index));
  const standard = scopes === undefined ? undefined : new ScopesReader(scopes, nameOf);
  return (source) => {
    const found = standard === undefined ? NO_POINTS : standard.next(MAX_POINTS);
    if (found === undefined || found.length > 0) return found;
    if (Math.max(metro.bytesOf(source), bloomberg.bytesOf(source)) > MAX_JSON_BYTES) return undefined;
    const ofMetro = readMetroFunctions(metro.text(source), MAX_POINTS);
    if (ofMetro === undefined || ofMetro.length > 0) return ofMetro;
    return readBloombergFunctions(bloomberg.text(source), nameOf, MAX_POINTS);
  };
}

const NO_POINTS: readonly BreakPoint[] = [];
const NOTHING = Buffer.alloc(0);

/** Encodes points in the format of `layout.ts`; empty without points, `undefined` if the names are too long. */
function encode(given: readonly BreakPoint[]): Buffer | undefined {
  const points = given.filter(([line, column]) => isPosition(line) && isPosition(column));
  if (points.length === 0) return NOTHING;
  const names = new Map<string, number>();
  const texts: Buffer[] = [];
  let textBytes = 0;
  for (const [, , name] of points) {
    if (name === null || names.has(name)) continue;
    const text = cutUtf8(Buffer.from(name, 'utf8'), MAX_TEXT_BYTES);
    textBytes += text.length;
    if (textBytes > MAX_FUNCTION_NAME_BYTES) return undefined;
    names.set(name, texts.push(text));
  }
  const encoded = points.map(([line, column, name]) => ({
    line,
    column,
    word: name === null ? 0 : (names.get(name) ?? 0),
  }));
  return encodeFunctions(encoded, texts);
}

const isPosition = (value: number): boolean => value >= 0 && value <= 0x7f_ff_ff_ff;
