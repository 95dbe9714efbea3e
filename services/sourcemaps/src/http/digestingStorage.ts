import type { StorageEngine } from 'multer';
import { rm } from 'node:fs/promises';
import { writeDigested, type DigestedFile } from '../writeDigested.js';

/** Writes the single file of a form to a path, and computes its size and digest meanwhile. */
export interface DigestingStorage extends StorageEngine {
  /** Resolves when writing has ended, with the file if it was received completely. */
  readonly received: () => Promise<DigestedFile | undefined>;
}

/** Returns the storage of one request. @param path must not exist yet */
export function digestingStorage(path: string): DigestingStorage {
  let writing: Promise<DigestedFile | undefined> = Promise.resolve(undefined);
  return {
    _handleFile: (_request, { stream }, done) => {
      // Without this, it would end only with the part, however long that is.
      stream.once('limit', () => stream.destroy(new Error('the file is too large')));
      const written = writeDigested(stream, path);
      writing = written.catch(() => undefined);
      written.then(
        ({ size }) => done(undefined, { size, path }),
        (error: unknown) => done(error),
      );
    },
    _removeFile: (_request, _file, done) => {
      rm(path, { force: true }).then(
        () => done(null),
        (error: unknown) => done(error as Error),
      );
    },
    received: () => writing,
  };
}
