import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the first executable with one of these names on `PATH`, or where Debian puts servers; `undefined` if not found. */
export function findExecutable(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
