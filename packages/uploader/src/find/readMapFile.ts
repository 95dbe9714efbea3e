import { open } from 'node:fs/promises';
import { checkSize } from '../sizeLimit.js';

/** Whether a path is one of a file that runs in a browser or an engine, or of a style sheet. */
export const isGenerated = (file: string): boolean => /\.(?:[cm]?js|jsx|css|bundle|jsbundle)$/i.test(file);

/** The bytes of a map; rejects with an `UploadError` where it is too large, before it is read. */
export async function readMapFile(absolute: string): Promise<Uint8Array> {
  const handle = await open(absolute, 'r');
  try {
    checkSize((await handle.stat()).size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
