import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file on disk. */
export interface DigestedFile {
  readonly size: number;
  /** SHA-256, lower-case hex. */
  readonly digest: string;
}

/** Writes a stream to a path that does not exist, and computes its size and digest meanwhile. */
export async function writeDigested(stream: Readable, path: string): Promise<DigestedFile> {
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
}
