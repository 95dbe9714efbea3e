import type { MappingsCursor } from './mappingsCursor.js';

/** Takes a segment: column, source, original line, original column, name. False where it takes no more. */
type Visit = (segment: readonly [number, number, number, number, number]) => boolean;

const FIELDS = 5;

/** Segments of one line, kept until it is known which comes first: five words each. */
export class KeptLine {
  length = 0;
  #words = new Int32Array(FIELDS * 256);

  push({ column, originalLine, originalColumn }: MappingsCursor, source: number, name: number): void {
    const at = FIELDS * this.length;
    if (at === this.#words.length) {
      const wider = new Int32Array(at * 2);
      wider.set(this.#words);
      this.#words = wider;
    }
    const words = this.#words;
    words[at] = column;
    words[at + 1] = source;
    words[at + 2] = originalLine;
    words[at + 3] = originalColumn;
    words[at + 4] = name;
    this.length += 1;
  }

  /** Visits them by column, equal ones as they came, until one is not taken. */
  everySorted(visit: Visit): boolean {
    const words = this.#words;
    const word = (segment: number, field: number): number => words[FIELDS * segment + field] ?? 0;
    const order = new Uint32Array(this.length).map((_, segment) => segment);
    order.sort((a, b) => word(a, 0) - word(b, 0) || a - b);
    return order.every((segment) =>
      visit([word(segment, 0), word(segment, 1), word(segment, 2), word(segment, 3), word(segment, 4)]),
    );
  }

  clear(): void {
    this.length = 0;
    this.#words = new Int32Array(FIELDS * 256);
  }
}
