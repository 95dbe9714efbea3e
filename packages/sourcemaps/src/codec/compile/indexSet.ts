/** A set of non-negative integers with one bit each: a hostile map may name millions of lines or sources. */
export class IndexSet {
  #bits = new Uint8Array(0);

  add(index: number): void {
    const at = index >> 3;
    if (at >= this.#bits.length) {
      const wider = new Uint8Array(Math.max(1_024, at * 2));
      wider.set(this.#bits);
      this.#bits = wider;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (index & 7));
  }

  has(index: number): boolean {
    return ((this.#bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }
}
