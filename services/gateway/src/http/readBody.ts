import type { IncomingMessage } from 'node:http';
import { Refusal, bodyTooLarge, busy } from '../answer.js';
import type { ContentCoding } from './ingestRequest.js';
import { watchBodyRate } from './watchBodyRate.js';
import type { MemoryAccount } from './bufferBudget.js';
import { inflateBody, joined } from './inflateBody.js';

/** Bounds of a body; bytes and milliseconds. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxDecodedBytes: number;
  readonly bodyTimeoutMs: number;
}

/** What reading a body needs beside its request. */
export interface BodyReading {
  readonly coding: ContentCoding;
  readonly limits: BodyLimits;
  readonly memory: Pick<MemoryAccount, 'acquire' | 'release'>;
  /** Whether memory is short, so that slow bodies are ended. */
  readonly isTight: () => boolean;
}

/** A whole body; why it is refused; or `gone`: its client went away before its end. */
export type BodyRead = Buffer | Refusal | 'gone';

/**
 * Reads a body and inflates it when it is complete: until then it holds the memory of the bytes that were sent, so that a
 * slow sender cannot hold what they inflate to. Never reads more than the limits: 413 at the first byte too many (what
 * follows is left unread), 400 for a broken coding, 408 where it does not come, 503 where too much memory is taken. The
 * bytes of the result, and nothing else, stay taken.
 */
export async function readBody(request: IncomingMessage, reading: BodyReading): Promise<BodyRead> {
  const { coding, memory } = reading;
  const { maxBodyBytes, maxDecodedBytes } = reading.limits;
  if (coding === undefined) return receive(request, Math.min(maxBodyBytes, maxDecodedBytes), reading);
  const wire = await receive(request, maxBodyBytes, reading);
  if (!Buffer.isBuffer(wire)) return wire;
  const inflated = await inflateBody(wire, { coding, maxDecodedBytes, memory });
  memory.release(wire.length);
  return inflated;
}

/** Memory of a chunk beside its bytes: a body of single bytes takes this much for each. */
const CHUNK_BYTES = 256;

function receive(request: IncomingMessage, maxBytes: number, reading: BodyReading): Promise<BodyRead> {
  const { limits, memory, isTight } = reading;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (result: BodyRead): void => {
      endWatch();
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      memory.release(chunks.length * CHUNK_BYTES + (Buffer.isBuffer(result) ? 0 : bytes));
      resolve(result);
    };
    const endWatch = watchBodyRate({
      received: () => bytes,
      isTight,
      timeoutMs: limits.bodyTimeoutMs,
      onLate: () => finish(timedOut()),
    });
    const onData = (chunk: Buffer): void => {
      if (bytes + chunk.length > maxBytes) return finish(bodyTooLarge(maxBytes));
      if (!memory.acquire(chunk.length + CHUNK_BYTES)) return finish(busy());
      bytes += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = (): void => finish(joined(chunks));
    const onClose = (): void => {
      // The body may have arrived completely; unread bytes are lost with the connection.
      if (!request.readableEnded) finish('gone');
    };

    request.on('error', onClose).on('close', onClose).on('data', onData).on('end', onEnd);
    // The client may have gone while its key was looked up.
    if (request.destroyed) onClose();
  });
}

const timedOut = (): Refusal => new Refusal(408, 'request_timeout', 'The body did not arrive in time.');
