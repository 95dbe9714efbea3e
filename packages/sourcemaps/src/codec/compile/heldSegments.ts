import { BLOCK_SEGMENTS } from '../layout.js';

const HELD = BLOCK_SEGMENTS + 2;

/** Segments that wait for their block. All values are 0-based; source -1: no mapping; name -1: no name. */
export class HeldSegments {
  readonly line = new Uint32Array(HELD);
  readonly column = new Uint32Array(HELD);
  readonly source = new Int32Array(HELD);
  readonly originalLine = new Uint32Array(HELD);
  readonly originalColumn = new Uint32Array(HELD);
  readonly name = new Int32Array(HELD);

  /** Whether two segments have the same generated position. */
  isSamePlace(a: number, b: number): boolean {
    return this.line[a] === this.line[b] && this.column[a] === this.column[b];
  }
}
