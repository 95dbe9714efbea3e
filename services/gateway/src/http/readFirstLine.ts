import { sendContinue } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Rejection, busy } from './answer.js';
import { createDecoder, type CompressedCoding } from './inflateBody.js';
import { CHUNK_BYTES, parseContentEncoding, watchBodyRate, type BodyReading } from './readBody.js';
import { readHeader } from './readHeader.js';

/** The start of a body. */
export interface BodyStart {
  /** The first line, decoded; `undefined` if the body is not readable, or the line too long. */
  readonly line: Buffer | undefined;
  /** The chunks that were read, for `readBody`. */
  readonly head: readonly Buffer[];
}

/** Longest first line, in decoded bytes. */
const MAX_LINE = 16_384;

/** Bytes of the body that are read for it at most. */
const MAX_HEAD = 65_536;

/** Memory of a decoder, with its window. */
const DECODER_BYTES = 65_536;

const LINE_FEED = 0x0a;

/**
 * Reads a body up to the end of its first line, and pauses. `memory` holds what was read. Refuses with 415 (coding), 408 (timeout)
 * and 503 (memory).
 */
export function readFirstLine(
  request: IncomingMessage,
  response: ServerResponse,
  { limits, memory, isTight }: BodyReading,
): Promise<BodyStart | Rejection | 'hang_up'> {
  const coding = parseContentEncoding(readHeader(request, 'content-encoding'));
  if (coding instanceof Rejection) return Promise.resolve(coding);
  sendContinue(request, response);
  return new Promise((resolve) => {
    const head: Buffer[] = [];
    const line: Buffer[] = [];
    let [bytes, lineBytes] = [0, 0];
    // Made at the first byte: a connection that sends none holds no memory.
    let decoder: ReturnType<typeof createDecoder> | undefined;
    const finish = (result: BodyStart | Rejection | 'hang_up'): void => {
      endWatch();
      request.pause();
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      decoder
        ?.off('data', onDecoded)
        .on('error', () => undefined)
        .destroy();
      resolve(result);
    };
    const finishWith = (found: Buffer | undefined): void => finish({ line: found, head });
    const endWatch = watchBodyRate({
      received: () => bytes,
      isTight,
      timeoutMs: limits.bodyTimeoutMs,
      onLate: () => finish(new Rejection(408, 'request_timeout', 'The body did not arrive in time.')),
    });
    const onDecoded = (chunk: Buffer): void => {
      const end = chunk.indexOf(LINE_FEED);
      lineBytes += end === -1 ? chunk.length : end;
      if (lineBytes > MAX_LINE) return finishWith(undefined);
      line.push(end === -1 ? chunk : chunk.subarray(0, end));
      if (end !== -1) finishWith(Buffer.concat(line));
    };
    const decode = (chunk: Buffer, compressed: CompressedCoding): void => {
      if (decoder === undefined) {
        if (!memory.acquire(DECODER_BYTES)) return finish(busy());
        decoder = createDecoder(compressed)
          .on('data', onDecoded)
          .on('error', () => finishWith(undefined));
      }
      decoder.write(chunk);
    };
    const onData = (chunk: Buffer): void => {
      if (!memory.acquire(chunk.length + 2 * CHUNK_BYTES)) return finish(busy());
      head.push(chunk);
      bytes += chunk.length;
      if (coding === 'identity') onDecoded(chunk);
      else if (bytes > MAX_HEAD) finishWith(undefined);
      else decode(chunk, coding);
    };
    const onEnd = (): void => {
      const onLast = (): void => finishWith(Buffer.concat(line));
      if (decoder === undefined) onLast();
      else decoder.on('end', onLast).end();
    };
    const onClose = (): void => {
      if (!request.readableEnded) finish('hang_up');
    };
    request.on('error', onClose).on('close', onClose).on('data', onData).on('end', onEnd);
    if (request.destroyed) onClose();
  });
}
