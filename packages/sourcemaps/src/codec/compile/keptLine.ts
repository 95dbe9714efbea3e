import type { MappingsCursor } from './mappingsCursor.js';

/** Receives a segment: column, source, original line, original column, name. Returns false if it accepts no more. */
type Visit = (segment: readonly [number, number, number, number, number]) => boolean;

const FIELDS = 5;
/** Capacity that is kept from line to line, in segments. */
const USUAL = 256;
/** Up to this number, insertion is faster than calling a sort. */
const FEW = 16;

/** Buffers the segments of one line until their order is known; five words each. */
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

  /** Visits the segments by column, equal ones in order of arrival, until one is not accepted. */
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

  /** Returns the indexes of the segments in column order. */
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
