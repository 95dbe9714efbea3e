import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Rejection, bodyTooLarge, busy } from './answer.js';
import type { MemoryAccount } from './bufferBudget.js';

/** A content coding that the gateway decodes. */
export type ContentCoding = CompressedCoding | 'identity';

export type CompressedCoding = 'gzip' | 'deflate' | 'br';

/** How a body is inflated. */
export interface Inflating {
  readonly coding: CompressedCoding;
  /** Largest inflated size in bytes. */
  readonly maxDecodedBytes: number;
  readonly memory: Pick<MemoryAccount, 'acquire' | 'release'>;
}

/** A body that inflates to at most this many bytes may have any ratio. */
const FREE_BYTES = 1_048_576;

/**
 * Largest ratio of inflated to compressed size. Batches of one repeated exception, the most compressible telemetry, reach 140
 * with gzip and deflate and 800 with br; decompression bombs reach 1,000 to more than 100,000.
 */
const MAX_RATIO = { gzip: 500, deflate: 500, br: 3_000 } as const;

/**
 * Inflates a whole body. Acquires `memory` chunk by chunk and releases it if the body is rejected. Rejects with 413 at the first
 * byte above the limit or the ratio, with 503 if memory is short, and with 400 if the body is broken, ends early, or has
 * anything but zeros after its stream. Only gzip may have several members.
 */
export function inflateBody(wire: Buffer, { coding, maxDecodedBytes, memory }: Inflating): Promise<Buffer | Rejection> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const ratioBytes = Math.max(FREE_BYTES, MAX_RATIO[coding] * wire.length);
    const decoder = createDecoder(coding);
    const finish = (result: Buffer | Rejection): void => {
      // A decoder that is destroyed may still report an error.
      decoder
        .off('data', onData)
        .off('end', onEnd)
        .off('error', onError)
        .on('error', () => undefined)
        .destroy();
      if (result instanceof Rejection) memory.release(bytes);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      if (bytes + chunk.length > maxDecodedBytes) return finish(bodyTooLarge(maxDecodedBytes));
      if (bytes + chunk.length > ratioBytes) return finish(inflatesTooMuch(coding));
      if (!memory.acquire(chunk.length)) return finish(busy());
      bytes += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      const rest = wire.subarray(decoder.bytesWritten);
      finish(rest.some((byte) => byte !== 0) ? brokenCoding() : joinChunks(chunks));
    };
    const onError = (): void => finish(brokenCoding());
    decoder.on('data', onData).on('end', onEnd).on('error', onError).end(wire);
  });
}

/** Returns the chunks as one buffer. A single chunk is not copied. */
export const joinChunks = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);

const inflatesTooMuch = (coding: CompressedCoding): Rejection =>
  new Rejection(
    413,
    'inflation_ratio',
    `The body inflates to more than ${MAX_RATIO[coding]} times its size (${coding}) and ${FREE_BYTES} bytes. Send it with another Content-Encoding, or in smaller batches.`,
  );

const brokenCoding = (): Rejection =>
  new Rejection(400, 'malformed_body', 'The body cannot be decoded with its Content-Encoding.');

type Decoder = Transform & { readonly bytesWritten: number };

/** Returns a decoder of a compressed body. */
export function createDecoder(coding: CompressedCoding): Decoder {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
  }
}
