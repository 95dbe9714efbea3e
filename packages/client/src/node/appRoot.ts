import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isBelow } from './isBelow.js';

/**
 * Returns the absolute directory that files of frames are relative to: the current directory. If the program is outside it,
 * or it is the root of the file system (a service without a working directory), the nearest directory above the program with a
 * `package.json`.
 */
export function findAppRoot(current: string, program: string | undefined): string {
  const isRoot = path.dirname(current) === current;
  if (program === undefined || (!isRoot && isBelow(current, program))) return current;
  for (let directory = path.dirname(program); ; directory = path.dirname(directory)) {
    if (existsSync(path.join(directory, 'package.json'))) return directory;
    if (path.dirname(directory) === directory) return current;
  }
}

/** Returns the given root as an absolute path, otherwise that of this process. @param given any value from a JavaScript program */
export function appRootOf(given: unknown): string {
  try {
    if (typeof given === 'string') return path.resolve(given);
    const [, program] = process.argv;
    // Frames contain real paths.
    return findAppRoot(process.cwd(), program === undefined ? undefined : realpathSync(program));
  } catch {
    // The current directory was deleted, or the program is not a file.
    return path.parse(process.execPath).root;
  }
}
