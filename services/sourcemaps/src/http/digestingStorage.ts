import type { StorageEngine } from 'multer';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A received file. */
export interface ReceivedFile {
  readonly size: number;
  /** SHA-256, lower-case hex. */
  readonly digest: string;
}

/** Writes the single file of a form to a path, and computes its size and digest meanwhile. */
export interface DigestingStorage extends StorageEngine {
  /** Resolves when writing has ended, with the file if it was received completely. */
  readonly received: () => Promise<ReceivedFile | undefined>;
}

/** Returns the storage of one request. @param path must not exist yet */
export function digestingStorage(path: string): DigestingStorage {
  let writing: Promise<ReceivedFile | undefined> = Promise.resolve(undefined);
  const write = async (stream: Readable): Promise<ReceivedFile> => {
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return { size, digest: hash.digest('hex') };
  };
  return {
    _handleFile: (_request, { stream }, done) => {
      // Without this, it would end only with the part, however long that is.
      stream.once('limit', () => stream.destroy(new Error('the file is too large')));
      const written = write(stream);
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
