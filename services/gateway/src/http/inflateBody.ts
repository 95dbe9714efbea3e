import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal, bodyTooLarge, busy } from '../answer.js';
import type { ContentCoding } from './ingestRequest.js';
import type { MemoryAccount } from './bufferBudget.js';

/** What inflating a body needs. */
export interface Inflating {
  readonly coding: NonNullable<ContentCoding>;
  /** Most bytes it may become; more is a 413. */
  readonly maxDecodedBytes: number;
  readonly memory: Pick<MemoryAccount, 'acquire' | 'release'>;
}

/** A body of this many bytes or fewer may have any ratio. */
const FREE_BYTES = 1_048_576;

/**
 * How many times its size a body may become. Batches of one repeated exception, the most compressible telemetry, reach 140
 * with gzip and deflate and 800 with br; what is made to inflate reaches 1,000 and more than 100,000.
 */
const MAX_RATIO = { gzip: 500, deflate: 500, br: 3_000 } as const;

/**
 * Inflates a whole body; what it becomes is taken of `memory` piece by piece, and returned unless it becomes the result.
 * Refuses with 413 at the first byte too many, of the limit or of the ratio, 503 where memory is short, and 400 for a body that is broken, ends early, or
 * has anything but zeros behind its stream. Only gzip may have several members.
 */
export function inflateBody(wire: Buffer, { coding, maxDecodedBytes, memory }: Inflating): Promise<Buffer | Refusal> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const ratioBytes = Math.max(FREE_BYTES, MAX_RATIO[coding] * wire.length);
    const decoder = decoderOf(coding);
    const finish = (result: Buffer | Refusal): void => {
      // A decoder that is destroyed may still report an error.
      decoder
        .off('data', onData)
        .off('end', onEnd)
        .off('error', onError)
        .on('error', () => undefined)
        .destroy();
      if (result instanceof Refusal) memory.release(bytes);
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
      finish(rest.some((byte) => byte !== 0) ? brokenCoding() : joined(chunks));
    };
    const onError = (): void => finish(brokenCoding());
    decoder.on('data', onData).on('end', onEnd).on('error', onError).end(wire);
  });
}

/** The chunks as one buffer; a single one is not copied. */
export const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);

const inflatesTooMuch = (coding: NonNullable<ContentCoding>): Refusal =>
  new Refusal(
    413,
    'inflation_ratio',
    `The body inflates to more than ${MAX_RATIO[coding]} times its size (${coding}) and ${FREE_BYTES} bytes. Send it with another Content-Encoding, or in smaller batches.`,
  );

const brokenCoding = (): Refusal =>
  new Refusal(400, 'malformed_body', 'The body cannot be decoded with its Content-Encoding.');

type Decoder = Transform & { readonly bytesWritten: number };

function decoderOf(coding: NonNullable<ContentCoding>): Decoder {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
  }
}
