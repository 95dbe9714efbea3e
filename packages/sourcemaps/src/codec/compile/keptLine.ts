import type { MappingsCursor } from './mappingsCursor.js';

/** Takes a segment: column, source, original line, original column, name. False where it takes no more. */
type Visit = (segment: readonly [number, number, number, number, number]) => boolean;

const FIELDS = 5;
/** Segments that room is kept for from line to line. */
const USUAL = 256;
/** Up to so many, putting each in its place is faster than a sort that has to be called. */
const FEW = 16;

/** Segments of one line, kept until it is known which comes first: five words each. */
export class KeptLine {
  length = 0;
  #words = new Int32Array(FIELDS * USUAL);
  readonly #few = new Uint32Array(FEW);

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
    return this.#order().every((segment) =>
      visit([word(segment, 0), word(segment, 1), word(segment, 2), word(segment, 3), word(segment, 4)]),
    );
  }

  clear(): void {
    this.length = 0;
    if (this.#words.length > FIELDS * USUAL) this.#words = new Int32Array(FIELDS * USUAL);
  }

  /** Numbers of the segments in the order of their columns. */
  #order(): Uint32Array {
    const columnOf = (segment: number): number => this.#words[FIELDS * segment] ?? 0;
    if (this.length > FEW) {
      const all = new Uint32Array(this.length).map((_, segment) => segment);
      return all.sort((a, b) => columnOf(a) - columnOf(b) || a - b);
    }
    const order = this.#few.subarray(0, this.length);
    for (let segment = 0; segment < this.length; segment += 1) {
      let at = segment;
      for (; at > 0 && columnOf(order[at - 1] ?? 0) > columnOf(segment); at -= 1) order[at] = order[at - 1] ?? 0;
      order[at] = segment;
    }
    return order;
  }
}
