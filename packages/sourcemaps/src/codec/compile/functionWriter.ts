import { MAX_TEXT_BYTES, MAX_FUNCTION_NAME_BYTES, MAX_POINTS } from '../layout.js';
import type { Write } from './blockWriter.js';
import { cutUtf8 } from './cutUtf8.js';
import { encodeFunctions } from './encodeFunctions.js';
import { readBloombergFunctions, readMetroFunctions } from './functionMap.js';
import { GrowingWords } from './growingWords.js';
import type { MapPart } from './mapParts.js';
import type { BreakPoint } from './nestedFunctions.js';
import { ScopesReader } from './scopesReader.js';

/** Sources with function maps that a head has room for. */
const MAX_SOURCES = 50_000;
/** Bytes in the map. What is longer describes no source that anybody wrote. */
const MAX_JSON_BYTES = 1_048_576;

/** Writes the function maps of sources, a piece each, those that are not too large to be read at once. */
export class FunctionWriter {
  /** Of all parts, and where the piece of each ends. */
  readonly sources = new GrowingWords();
  readonly ends = new GrowingWords();
  /** Bytes of all pieces. */
  bytes = 0;
  /** Sources whose function maps are larger than any, or came after too many. */
  leftOut = 0;

  /** @param mostBytes of all pieces; a map that needs more was made for it */
  constructor(
    private readonly write: Write,
    private readonly mostBytes: number,
  ) {}

  /** Adds those of a part, of which `firstSource` is the first. */
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
 * Reads the functions of one source after the other, from the first kind of scope information that says anything of it:
 * the standard's, Metro's, Bloomberg's. `undefined` where a part has none.
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

/** As `layout.ts` says; empty where there are no points, `undefined` where the names are too long. */
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
