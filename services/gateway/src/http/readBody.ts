import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal, bodyTooLarge, busy } from '../refusal.js';
import type { Coding } from './bodyFormat.js';
import type { BufferBudget } from './bufferBudget.js';

/** Bounds of a body; bytes and milliseconds. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxDecodedBytes: number;
  readonly bodyTimeoutMs: number;
}

/** What reading a body needs beside its request. */
export interface BodyReading {
  readonly coding: Coding;
  readonly limits: BodyLimits;
  readonly budget: BufferBudget;
}

/** A body, and what it took of the budget: to be given back when the request is over. */
export interface BodyRead {
  readonly body: Buffer | Refusal | 'gone';
  readonly taken: number;
}

/**
 * Reads and inflates a body, never more of it than its limits: 413 at the first byte too many (what follows is left
 * unread), 400 for a broken coding, 408 where it does not come, 503 where the process holds too much already.
 */
export function readBody(request: IncomingMessage, { coding, limits, budget }: BodyReading): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let wireBytes = 0;
    let bytes = 0;
    const decoder = coding === undefined ? undefined : decoderOf(coding);
    const source: Readable = decoder ?? request;
    const timer = setTimeout(() => finish(timedOut()), limits.bodyTimeoutMs);

    const finish = (body: BodyRead['body']): void => {
      clearTimeout(timer);
      request.off('data', onWire).off('close', onClose).off('error', onClose);
      source.off('data', onData).off('end', onEnd);
      if (decoder !== undefined) {
        request.unpipe(decoder);
        decoder.destroy();
      }
      resolve({ body, taken: bytes });
    };
    const onWire = (chunk: Buffer): void => {
      wireBytes += chunk.length;
      if (wireBytes > limits.maxBodyBytes) finish(bodyTooLarge(limits.maxBodyBytes));
    };
    const onData = (chunk: Buffer): void => {
      if (bytes + chunk.length > limits.maxDecodedBytes) return finish(bodyTooLarge(limits.maxDecodedBytes));
      if (!budget.take(chunk.length)) return finish(busy());
      bytes += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = (): void =>
      finish(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    const onClose = (): void => {
      // All of it may have come: what nobody had read is lost with its connection.
      if (!request.readableEnded) finish('gone');
    };

    request.on('data', onWire).on('error', onClose).on('close', onClose);
    // A decoder that is destroyed may still report the end of its input.
    decoder?.on('error', () => finish(brokenCoding()));
    source.on('data', onData).on('end', onEnd);
    if (decoder !== undefined) request.pipe(decoder);
    // The client may have gone while its key was looked up.
    if (request.destroyed) onClose();
  });
}

const timedOut = (): Refusal => new Refusal(408, 'request_timeout', 'The body did not arrive in time.');
const brokenCoding = (): Refusal =>
  new Refusal(400, 'malformed_body', 'The body is not what its Content-Encoding says it is.');

function decoderOf(coding: NonNullable<Coding>): Transform {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
  }
}
