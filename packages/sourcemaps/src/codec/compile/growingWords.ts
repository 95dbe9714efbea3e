/** A growing list of unsigned 32-bit numbers. */
export class GrowingWords {
  length = 0;
  #words = new Uint32Array(1_024);

  push(value: number): void {
    if (this.length === this.#words.length) {
      const wider = new Uint32Array(this.length * 2);
      wider.set(this.#words);
      this.#words = wider;
    }
    this.#words[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#words[index] ?? 0;
  }

  /** Writes them little-endian. @returns the offset after the last */
  copy(bytes: Buffer, from: number): number {
    let at = from;
    for (let index = 0; index < this.length; index += 1) at = bytes.writeUInt32LE(this.#words[index] ?? 0, at);
    return at;
  }
}
