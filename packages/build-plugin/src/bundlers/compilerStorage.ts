import { join } from 'node:path';
import { type OutputStorage } from '../output/emittedOutput.js';

type Done<Value> = (error: NodeJS.ErrnoException | null | undefined, value?: Value) => void;

/** What the plugin uses of the file system that a compiler writes to; it need not be the disk. */
export interface OutputFileSystem {
  readFile(path: string, done: Done<Uint8Array>): void;
  unlink(path: string, done: Done<never>): void;
}

/** Files below a compiler's output directory. A name may have a query, a file has none. */
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
