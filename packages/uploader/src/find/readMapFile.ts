import { open } from 'node:fs/promises';
import { checkSize } from '../sizeLimit.js';

/** Whether a path belongs to a script or style sheet. */
export const isGenerated = (file: string): boolean => /\.(?:[cm]?js|jsx|css|bundle|jsbundle)$/i.test(file);

/** Reads a map. @throws UploadError if it is too large, before reading */
export async function readMapFile(absolute: string): Promise<Uint8Array> {
  const handle = await open(absolute, 'r');
  try {
    checkSize((await handle.stat()).size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
