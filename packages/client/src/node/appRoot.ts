import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isBelow } from './isBelow.js';

/**
 * The directory that files of frames are relative to, absolute: the current one. Where the program does not lie below
 * that, or it is the root of the file system (a service without a working directory), the nearest directory above the
 * program that has a `package.json`.
 */
export function findAppRoot(current: string, program: string | undefined): string {
  const isRoot = path.dirname(current) === current;
  if (program === undefined || (!isRoot && isBelow(current, program))) return current;
  for (let directory = path.dirname(program); ; directory = path.dirname(directory)) {
    if (existsSync(path.join(directory, 'package.json'))) return directory;
    if (path.dirname(directory) === directory) return current;
  }
}

/** The root that is given, absolute, else that of this process. @param given of a program in JavaScript, anything */
export function appRootOf(given: unknown): string {
  try {
    if (typeof given === 'string') return path.resolve(given);
    const [, program] = process.argv;
    // Frames have paths without symbolic links.
    return findAppRoot(process.cwd(), program === undefined ? undefined : realpathSync(program));
  } catch {
    // The current directory is gone, or the program is no file.
    return path.parse(process.execPath).root;
  }
}
