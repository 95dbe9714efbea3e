import { fileURLToPath } from 'node:url';

/** Converts a file URL such as `file:///a%20b/c.mjs` to a path; returns other text unchanged. */
export function pathOfFile(file: string): string {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return file;
  }
}
