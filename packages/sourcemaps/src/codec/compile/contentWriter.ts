import { crc32, deflateRawSync } from 'node:zlib';
import type { Write } from './blockWriter.js';
import { GrowingWords } from './growingWords.js';
import { NO_CONTENT, type ContentLines } from './partTables.js';

/** Characters of a chunk, about: what one context costs to inflate against what small chunks cost in size. */
const CHUNK_CHARACTERS = 16_384;
const OTHER_BREAKS = /[\r\u2028\u2029]/;
const ALL_BREAKS = /\r\n|[\r\u2028\u2029]/g;

/** A text with line feeds as its only line breaks. */
export const withLineFeeds = (text: string): string =>
  OTHER_BREAKS.test(text) ? text.replace(ALL_BREAKS, '\n') : text;

/**
 * Writes the contents of all sources as one row of lines, in chunks that are compressed apart. A chunk is cut at the end
 * of a line where there is one within reach, else within the line; no surrogate pair is cut.
 */
export class ContentWriter {
  readonly lines = new GrowingWords();
  readonly columns = new GrowingWords();
  readonly ends = new GrowingWords();
  #written = 0;
  #line = 0;
  #pieces: string[] = [];
  #held = 0;
  /** Where the chunk that is gathered begins. */
  #startLine = 0;
  #startColumn = 0;

  constructor(private readonly write: Write) {}

  /** Bytes of all chunks. */
  get bytes(): number {
    return this.#written;
  }

  /** Adds the content of a source; where its lines are. */
  add(content: string | null): ContentLines {
    if (content === null) return NO_CONTENT;
    const first = this.#line;
    // Every line ends, also the last.
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

  /** Writes what was gathered. */
  flush(): void {
    if (this.#held > 0) this.#cut(this.#line, 0);
  }

  /** Where to stop: at a line's end near the size of a chunk, else within the line at twice that. */
  #endOfChunk(text: string, from: number): number {
    const near = from + CHUNK_CHARACTERS - this.#held;
    if (near >= text.length) return text.length;
    const far = from + 2 * CHUNK_CHARACTERS - this.#held;
    const next = text.slice(near, far).indexOf('\n');
    if (next !== -1) return near + next + 1;
    return far >= text.length ? text.length : whole(text, far);
  }

  /** Writes a chunk. What follows begins at this line and column. */
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

/** `end`, or one less where it would cut a surrogate pair. */
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
