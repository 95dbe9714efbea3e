import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const CHUNK_BYTES = 1_048_576;

/**
 * Writes the file `from`, compressed with gzip, into the new file `to`. It works in the calling thread: streams of `node:zlib` would
 * use the threads of the process, which cannot have a lower priority. Each mebibyte is a gzip member of its own, so that memory is bounded.
 */
export function compressFile(from: string, to: string): void {
  const input = openSync(from, 'r');
  try {
    const output = openSync(to, 'wx', 0o600);
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      let bytes = readSync(input, chunk);
      do {
        writeAll(output, gzipSync(chunk.subarray(0, bytes)));
        bytes = readSync(input, chunk);
      } while (bytes > 0);
    } finally {
      closeSync(output);
    }
  } finally {
    closeSync(input);
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}
