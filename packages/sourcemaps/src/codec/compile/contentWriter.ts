import { crc32, deflateRawSync } from 'node:zlib';
import type { Write } from './blockWriter.js';
import { GrowingWords } from './growingWords.js';
import { NO_CONTENT, type ContentLines } from './partTables.js';

/** Characters of a chunk, about: what one context costs to inflate against what small chunks cost in size. */
const CHUNK_CHARACTERS = 16_384;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;

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
    let from = 0;
    for (const found of content.matchAll(LINE_BREAK)) {
      this.#addLine(content, from, found.index);
      from = found.index + found[0].length;
    }
    this.#addLine(content, from, content.length);
    return { first, lines: this.#line - first };
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.#held > 0) this.#cut(this.#line, 0);
  }

  #addLine(content: string, from: number, to: number): void {
    let at = from;
    while (to - at + this.#held > CHUNK_CHARACTERS * 2) {
      const end = whole(content, at + CHUNK_CHARACTERS * 2 - this.#held);
      this.#hold(content.slice(at, end));
      at = end;
      this.#cut(this.#line, at - from);
    }
    this.#hold(`${content.slice(at, to)}\n`);
    this.#line += 1;
    if (this.#held >= CHUNK_CHARACTERS) this.#cut(this.#line, 0);
  }

  #hold(text: string): void {
    this.#pieces.push(text);
    this.#held += text.length;
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
