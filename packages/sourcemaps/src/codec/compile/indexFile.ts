import { open, rm, type FileHandle } from 'node:fs/promises';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const PIECE = 1_048_576;

/**
 * An index under construction. The body is written to a separate file, because the head comes first in the index and
 * is known last. `finish` joins them; `discard` removes both files.
 */
export class IndexFile {
  #descriptor: number | undefined;
  #pieces: Buffer[] = [];
  #held = 0;
  readonly #aside: string;

  constructor(private readonly path: string) {
    this.#aside = `${path}.body`;
    this.#descriptor = openSync(this.#aside, 'w+');
  }

  /** Appends to the body. */
  readonly write = (bytes: Buffer): void => {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    if (this.#held >= PIECE) this.#flush();
  };

  /** Writes the whole index: the head, then the body. */
  async finish(head: Buffer): Promise<void> {
    this.#flush();
    const descriptor = this.#descriptor ?? 0;
    const target = await open(this.path, 'w');
    try {
      await target.write(head);
      await copyAll(descriptor, target);
    } finally {
      await target.close();
      await this.#removeAside();
    }
  }

  /** Removes everything that was written. */
  async discard(): Promise<void> {
    await this.#removeAside();
    await rm(this.path, { force: true });
  }

  #flush(): void {
    for (const piece of this.#pieces) writeSync(this.#descriptor ?? 0, piece);
    this.#pieces = [];
    this.#held = 0;
  }

  async #removeAside(): Promise<void> {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    await rm(this.#aside, { force: true });
  }
}

async function copyAll(from: number, target: FileHandle): Promise<void> {
  const piece = Buffer.allocUnsafe(PIECE);
  for (let at = 0; ;) {
    const read = readSync(from, piece, 0, PIECE, at);
    if (read === 0) return;
    await target.write(piece, 0, read);
    at += read;
  }
}
