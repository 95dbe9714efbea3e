import { fileURLToPath } from 'node:url';

/** The path of a module, of which Node tells the address: `file:///a%20b/c.mjs`. What is none stays as it is. */
export function pathOfFile(file: string): string {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return file;
  }
}
