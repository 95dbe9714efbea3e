import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal, bodyTooLarge, busy } from '../refusal.js';
import type { Coding } from './bodyFormat.js';
import type { MemoryAccount } from './bufferBudget.js';

/** What inflating a body needs. */
export interface Inflating {
  readonly coding: NonNullable<Coding>;
  /** Most bytes it may become; more is a 413. */
  readonly maxDecodedBytes: number;
  readonly memory: Pick<MemoryAccount, 'take' | 'giveBack'>;
}

/**
 * Inflates a whole body; what it becomes is taken of `memory` piece by piece, and returned unless it becomes the result.
 * Refuses with 413 at the first byte too many, 503 where memory is short, and 400 for a body that is broken, ends early, or
 * has anything but zeros behind its stream. Only gzip may have several members.
 */
export function inflateBody(wire: Buffer, { coding, maxDecodedBytes, memory }: Inflating): Promise<Buffer | Refusal> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const decoder = decoderOf(coding);
    const finish = (result: Buffer | Refusal): void => {
      // A decoder that is destroyed may still report an error.
      decoder
        .off('data', onData)
        .off('end', onEnd)
        .off('error', onError)
        .on('error', () => undefined)
        .destroy();
      if (result instanceof Refusal) memory.giveBack(bytes);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      if (bytes + chunk.length > maxDecodedBytes) return finish(bodyTooLarge(maxDecodedBytes));
      if (!memory.take(chunk.length)) return finish(busy());
      bytes += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      const rest = wire.subarray(decoder.bytesWritten);
      finish(rest.some((byte) => byte !== 0) ? brokenCoding() : joined(chunks));
    };
    const onError = (): void => finish(brokenCoding());
    decoder.on('data', onData).on('end', onEnd).on('error', onError).end(wire);
  });
}

/** The chunks as one buffer; a single one is not copied. */
export const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);

const brokenCoding = (): Refusal =>
  new Refusal(400, 'malformed_body', 'The body is not what its Content-Encoding says it is.');

type Decoder = Transform & { readonly bytesWritten: number };

function decoderOf(coding: NonNullable<Coding>): Decoder {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
  }
}
