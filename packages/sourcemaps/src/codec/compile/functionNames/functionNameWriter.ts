import { MAX_TEXT_BYTES, NAME_WORD } from '../../layout.js';
import type { Write } from '../blockWriter.js';
import { cutUtf8 } from '../cutUtf8.js';
import { encodeFunctions, type EncodedPoint } from '../encodeFunctions.js';
import { GrowingWords } from '../growingWords.js';
import { findFunctionPoints, type FunctionPoint } from './functionPoints.js';
import { SourceParser } from './sourceParser.js';

/** Points of a piece, and bytes of names after which a piece ends: naming a frame then reads a few kilobytes. */
const PIECE_POINTS = 256;
const PIECE_NAME_BYTES = 4_096;
/** Pieces for which a head has room. */
const MAX_PIECES = 20_000;

/** Parses sources and writes the names of their functions in pieces, each with its own name table. */
export class FunctionNameWriter {
  /** For each piece: its source, its start in the source, and the end of the piece. */
  readonly sources = new GrowingWords();
  readonly lines = new GrowingWords();
  readonly columns = new GrowingWords();
  readonly ends = new GrowingWords();
  /** Bytes of all pieces. */
  bytes = 0;
  /** Whether every source that was added has been parsed. */
  isComplete = true;
  /** Sources that were not parsed because a limit of time, memory or index size was reached. */
  leftOut = 0;
  readonly #parser = new SourceParser();

  /** @param maxBytes limit of all pieces; only a hostile map needs more */
  constructor(
    private readonly write: Write,
    private readonly maxBytes: number,
  ) {}

  /**
   * Adds a source; sources come in ascending order. @param text with line feeds as its only line breaks; `null` if
   * the map has no content of the source
   */
  add(source: number, path: string | null, text: string | null): void {
    const points = text === null ? undefined : this.#pointsOf(path, text);
    if (points === undefined) this.isComplete = false;
    else for (const piece of splitPoints(points)) this.#put(source, piece);
  }

  #pointsOf(path: string | null, text: string): readonly NamedPoint[] | undefined {
    const isFull = this.ends.length >= MAX_PIECES || this.bytes > this.maxBytes;
    const tree = isFull ? 'limit' : this.#parser.parse(path, text);
    if (tree === 'limit') this.leftOut += 1;
    return typeof tree === 'string' ? undefined : withLines(findFunctionPoints(tree, text), text);
  }

  #put(source: number, points: readonly NamedPoint[]): void {
    const piece = encodePiece(points);
    this.write(piece);
    this.bytes += piece.length;
    this.sources.push(source);
    this.lines.push(points[0]?.line ?? 1);
    this.columns.push(points[0]?.column ?? 0);
    this.ends.push(this.bytes);
  }
}

/** A {@link FunctionPoint} by line (1-based) and column (0-based). */
interface NamedPoint extends Pick<FunctionPoint, 'enclosing'> {
  readonly line: number;
  readonly column: number;
}

/** Returns the points with their lines, in source order. Of several at one position the last counts. */
function withLines(points: readonly FunctionPoint[], text: string): readonly NamedPoint[] {
  const placed: NamedPoint[] = [{ line: 1, column: 0, enclosing: undefined }];
  let [line, lineStart, lineEnd] = [1, 0, text.indexOf('\n')];
  for (const { offset, enclosing } of points) {
    while (lineEnd !== -1 && lineEnd < offset) {
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf('\n', lineStart);
      line += 1;
    }
    const point = { line, column: offset - lineStart, enclosing };
    const last = placed.at(-1);
    if (last?.line === line && last.column === point.column) placed.pop();
    placed.push(point);
  }
  return placed;
}

function splitPoints(points: readonly NamedPoint[]): readonly (readonly NamedPoint[])[] {
  const pieces: NamedPoint[][] = [];
  let piece: NamedPoint[] = [];
  let nameCharacters = 0;
  for (const point of points) {
    if (piece.length === 0) pieces.push(piece);
    piece.push(point);
    nameCharacters += nameOf(point)?.length ?? 0;
    if (piece.length < PIECE_POINTS && nameCharacters < PIECE_NAME_BYTES) continue;
    piece = [];
    nameCharacters = 0;
  }
  return pieces;
}

const nameOf = ({ enclosing }: NamedPoint): string | null => enclosing?.nearest ?? null;

function encodePiece(points: readonly NamedPoint[]): Buffer {
  const indexes = new Map<string, number>();
  const texts: Buffer[] = [];
  const indexOf = (name: string): number => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, texts.push(cutUtf8(Buffer.from(name, 'utf8'), MAX_TEXT_BYTES)) - 1);
    return texts.length - 1;
  };
  const encoded = points.map((point): EncodedPoint => {
    const { line, column, enclosing } = point;
    const name = nameOf(point);
    if (enclosing === undefined) return { line, column, word: NAME_WORD.outside };
    if (name === null) return { line, column, word: NAME_WORD.nameless };
    const isOwn = enclosing.own !== null;
    return { line, column, word: NAME_WORD.first + 2 * indexOf(name) + (isOwn ? 0 : 1) };
  });
  return encodeFunctions(encoded, texts);
}
