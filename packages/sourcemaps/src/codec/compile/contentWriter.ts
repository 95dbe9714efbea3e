import { crc32, deflateRawSync } from 'node:zlib';
import type { Write } from './blockWriter.js';
import { GrowingWords } from './growingWords.js';
import { NO_CONTENT, type ContentLines } from './partTables.js';

/**
 * Approximate characters of a chunk: larger chunks cost more to inflate for one context, smaller ones compress worse.
 */
const CHUNK_CHARACTERS = 16_384;
const OTHER_BREAKS = /[\r\u2028\u2029]/;
const ALL_BREAKS = /\r\n|[\r\u2028\u2029]/g;

/** Returns the text with line feeds as its only line breaks. */
export const withLineFeeds = (text: string): string =>
  OTHER_BREAKS.test(text) ? text.replace(ALL_BREAKS, '\n') : text;

/**
 * Writes the contents of all sources as one sequence of lines, in chunks that are compressed separately. A chunk ends
 * at a line end if one is near, otherwise inside the line, but never inside a surrogate pair.
 */
export class ContentWriter {
  readonly lines = new GrowingWords();
  readonly columns = new GrowingWords();
  readonly ends = new GrowingWords();
  #written = 0;
  #line = 0;
  #pieces: string[] = [];
  #held = 0;
  /** Start of the current chunk. */
  #startLine = 0;
  #startColumn = 0;

  constructor(private readonly write: Write) {}

  /** Bytes of all chunks. */
  get bytes(): number {
    return this.#written;
  }

  /** Adds the content of a source; returns the position of its lines. */
  add(content: string | null): ContentLines {
    if (content === null) return NO_CONTENT;
    const first = this.#line;
    // Every line has an end, including the last.
    const text = `${withLineFeeds(content)}\n`;
    let from = 0;
    let lineStart = 0;
    while (from < text.length) {
      const end = this.#endOfChunk(text, from);
      const piece = text.slice(from, end);
      this.#pieces.push(piece);
      this.#held += piece.length;
      const breaks = countBreaks(piece);
      this.#line += breaks.count;
      if (breaks.count > 0) lineStart = from + breaks.last + 1;
      from = end;
      if (this.#held >= CHUNK_CHARACTERS) this.#cut(this.#line, end - lineStart);
    }
    return { first, lines: this.#line - first };
  }

  /** Writes the last chunk. */
  flush(): void {
    if (this.#held > 0) this.#cut(this.#line, 0);
  }

  /**
   * Returns the end of the chunk: a line end near the chunk size, otherwise a position in the line at twice the size.
   */
  #endOfChunk(text: string, from: number): number {
    const near = from + CHUNK_CHARACTERS - this.#held;
    if (near >= text.length) return text.length;
    const far = from + 2 * CHUNK_CHARACTERS - this.#held;
    const next = text.slice(near, far).indexOf('\n');
    if (next !== -1) return near + next + 1;
    return far >= text.length ? text.length : whole(text, far);
  }

  /** Writes a chunk. The next one begins at this line and column. */
  #cut(nextLine: number, nextColumn: number): void {
    const deflated = deflateRawSync(Buffer.from(this.#pieces.join(''), 'utf8'), { level: 6 });
    const chunk = Buffer.allocUnsafe(deflated.length + 4);
    deflated.copy(chunk, 4);
    chunk.writeUInt32LE(crc32(deflated), 0);
    this.lines.push(this.#startLine);
    this.columns.push(this.#startColumn);
    this.#written += chunk.length;
    this.ends.push(this.#written);
    this.write(chunk);
    this.#pieces = [];
    this.#held = 0;
    this.#startLine = nextLine;
    this.#startColumn = nextColumn;
  }
}

/** Returns `end`, or one less if it would split a surrogate pair. */
function whole(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd8_00 && code < 0xdc_00 ? end - 1 : end;
}

function countBreaks(text: string): { readonly count: number; readonly last: number } {
  let count = 0;
  let last = -1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    count += 1;
    last = at;
  }
  return { count, last };
}
