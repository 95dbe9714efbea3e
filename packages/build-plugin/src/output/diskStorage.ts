import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutputStorage } from './emittedOutput.js';

/** Storage of files below an output directory. */
export function diskStorage(directory: string): OutputStorage {
  const pathOf = (name: string): string => join(directory, name);
  return {
    pathOf,
    read: (name) => readFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
