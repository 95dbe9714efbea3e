import { open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { findReference } from '../find/findReference.js';

/** White space and comments, which may follow the comment. */
const NO_CODE = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/;

/**
 * Removes the `sourceMappingURL` comments at the end of a file. Text followed by code may be part of a string and stays. Positions
 * in the code do not change. The file is truncated or replaced atomically.
 * @returns whether there was a comment
 */
export async function removeComments(absolute: string, isDryRun: boolean): Promise<boolean> {
  let isRemoved = false;
  for (;;) {
    const reference = await findReference(absolute);
    if (reference === undefined) return isRemoved;
    const { start, end } = reference.comment;
    const rest = await readFrom(absolute, end);
    if (!NO_CODE.test(rest.toString('latin1'))) return isRemoved;
    isRemoved = true;
    if (isDryRun) return true;
    if (rest.toString('latin1').trim() === '') await truncate(absolute, start);
    else await replaceEnd(absolute, start, rest);
  }
}

async function readFrom(absolute: string, start: number): Promise<Buffer> {
  const handle = await open(absolute, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - start)), 0, size - start, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function replaceEnd(absolute: string, start: number, end: Buffer): Promise<void> {
  const temporary = `${absolute}.${process.pid}.tmp`;
  const { mode } = await stat(absolute);
  try {
    const kept = await readHead(absolute, start);
    await writeFile(temporary, Buffer.concat([kept, end]), { mode, flag: 'wx' });
    await rename(temporary, absolute);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readHead(absolute: string, length: number): Promise<Buffer> {
  const handle = await open(absolute, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
