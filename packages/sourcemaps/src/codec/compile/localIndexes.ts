/** Renumbers the indexes used in one block, and records the lowest and highest value that occurred with each. */
export class LocalIndexes {
  readonly globals: number[] = [];
  readonly #locals = new Map<number, number>();
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  #last = -1;
  #lastLocal = -1;

  get size(): number {
    return this.globals.length;
  }

  add(global: number, value: number): void {
    const local = this.local(global);
    if (value < (this.#low[local] ?? value + 1)) this.#low[local] = value;
    if (value > (this.#high[local] ?? -1)) this.#high[local] = value;
  }

  /** Its index within the block. */
  local(global: number): number {
    if (global === this.#last) return this.#lastLocal;
    let local = this.#locals.get(global);
    if (local === undefined) {
      local = this.globals.push(global) - 1;
      this.#locals.set(global, local);
    }
    this.#last = global;
    this.#lastLocal = local;
    return local;
  }

  lowest(local: number): number {
    return this.#low[local] ?? 0;
  }

  /** The largest distance between lowest and highest value. */
  widest(): number {
    return this.#high.reduce((most, high, local) => Math.max(most, high - (this.#low[local] ?? 0)), 0);
  }
}
