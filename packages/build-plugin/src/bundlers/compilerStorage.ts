import { join } from 'node:path';
import { type OutputStorage } from '../output/emittedOutput.js';

type Done<Value> = (error: NodeJS.ErrnoException | null | undefined, value?: Value) => void;

/** The part of the compiler's output file system that the plugin uses; it may be in memory. */
export interface OutputFileSystem {
  readFile(path: string, done: Done<Uint8Array>): void;
  unlink(path: string, done: Done<never>): void;
}

/** Storage of a compiler's output directory. Queries in asset names are ignored. */
export function compilerStorage(files: OutputFileSystem, directory: string): OutputStorage {
  const pathOf = (name: string): string => join(directory, name.replace(/\?.*$/, ''));
  return {
    pathOf,
    read: (name) =>
      new Promise((resolve, reject) => {
        files.readFile(pathOf(name), (error, bytes) => {
          if (bytes === undefined) reject(error ?? new Error('it is not there'));
          else resolve(bytes);
        });
      }),
    remove: (name) =>
      new Promise((resolve, reject) => {
        files.unlink(pathOf(name), (error) => {
          if (!error || error.code === 'ENOENT') resolve();
          else reject(error);
        });
      }),
  };
}
