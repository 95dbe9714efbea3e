import { sendContinue } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Rejection, bodyTooLarge, busy } from './answer.js';
import type { MemoryAccount } from './bufferBudget.js';
import { inflateBody, joinChunks, type ContentCoding } from './inflateBody.js';
import { readHeader } from './readHeader.js';

/** Bounds of a body; bytes and milliseconds. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxDecodedBytes: number;
  readonly bodyTimeoutMs: number;
}

/** How a body is read. */
export interface BodyReading {
  readonly limits: BodyLimits;
  readonly memory: Pick<MemoryAccount, 'acquire' | 'release'>;
  /** Whether memory is short: then slow bodies are ended. */
  readonly isTight: () => boolean;
}

/** What an endpoint accepts as a body. */
export interface BodyForm {
  /** Refuses a `Content-Type`; by default {@link checkContentType}. */
  readonly checkType?: (contentType: string | undefined) => Rejection | undefined;
  /** The start of the body, if it was read before; `onTaken` is called when `memory` holds it. */
  readonly head?: { readonly chunks: readonly Buffer[]; readonly onTaken: () => void } | undefined;
}

/** A whole body, why it is rejected, or `hang_up`: the client closed the connection before its end. */
export type BodyRead = Buffer | Rejection | 'hang_up';

/**
 * Checks the headers of a body, then reads and inflates it. A body that is being received holds its compressed bytes only, so
 * that a slow sender cannot hold what they inflate to. Never reads more than the limits.
 *
 * Refuses with 413 (declared size, or the first byte too many; the rest is left unread), 415 (coding, type or charset),
 * 400 (broken coding), 408 (timeout) and 503 (memory). Afterwards `memory` holds the bytes of the result and nothing else.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  reading: BodyReading,
  { checkType = checkContentType, head }: BodyForm = {},
): Promise<BodyRead> {
  const coding = checkBodyHeaders(request, reading.limits, checkType);
  if (coding instanceof Rejection) return coding;
  if (head === undefined) sendContinue(request, response);
  return receiveBody(request, coding, reading, head);
}

/** Reads the body of a request with the coding that its headers announce. */
export async function receiveBody(
  request: IncomingMessage,
  coding: ContentCoding,
  reading: BodyReading,
  head?: BodyForm['head'],
): Promise<BodyRead> {
  const { maxBodyBytes, maxDecodedBytes } = reading.limits;
  if (coding === 'identity') return receive(request, Math.min(maxBodyBytes, maxDecodedBytes), reading, head);
  const wire = await receive(request, maxBodyBytes, reading, head);
  if (!Buffer.isBuffer(wire)) return wire;
  const inflated = await inflateBody(wire, { coding, maxDecodedBytes, memory: reading.memory });
  reading.memory.release(wire.length);
  return inflated;
}

function checkBodyHeaders(
  request: IncomingMessage,
  { maxBodyBytes }: Pick<BodyLimits, 'maxBodyBytes'>,
  checkType: NonNullable<BodyForm['checkType']>,
): ContentCoding | Rejection {
  if (Number(readHeader(request, 'content-length') ?? 0) > maxBodyBytes) return bodyTooLarge(maxBodyBytes);
  const coding = parseContentEncoding(readHeader(request, 'content-encoding'));
  return coding instanceof Rejection ? coding : (checkType(readHeader(request, 'content-type')) ?? coding);
}

const CODINGS: ReadonlyMap<string, ContentCoding> = new Map<string, ContentCoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** Returns the coding of a body; 415 for an unknown coding and for more than one. */
export function parseContentEncoding(contentEncoding: string | undefined): ContentCoding | Rejection {
  const coding = CODINGS.get((contentEncoding ?? '').trim().toLowerCase());
  return (
    coding ?? new Rejection(415, 'unsupported_encoding', 'Content-Encoding must be gzip, deflate, br or identity.')
  );
}

/** Returns 415 unless the type is JSON, plain text (beacons) or absent, and the charset UTF-8 or absent. */
export function checkContentType(contentType: string | undefined): Rejection | undefined {
  if (contentType === 'application/json') return undefined;
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const known = ['', 'application/json', 'text/plain'].includes(type.trim());
  const charsets = parameters.map((parameter) => parameter.trim()).filter((text) => text.startsWith('charset='));
  const utf8 = charsets.every((text) => /^charset="?utf-?8"?$/.test(text));
  if (known && utf8) return undefined;
  return new Rejection(415, 'unsupported_media_type', 'Content-Type must be application/json in UTF-8.');
}

/** Memory of a chunk in addition to its bytes: a body of single bytes takes this much for each. */
export const CHUNK_BYTES = 256;

function receive(
  request: IncomingMessage,
  maxBytes: number,
  reading: BodyReading,
  head: BodyForm['head'],
): BodyRead | Promise<BodyRead> {
  const { limits, memory, isTight } = reading;
  if (head === undefined && request.complete && !request.destroyed) return takeArrived(request, maxBytes, memory);
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
      onLate: () => finish(new Rejection(408, 'request_timeout', 'The body did not arrive in time.')),
    });
    const keep = (chunk: Buffer): Rejection | undefined => {
      if (bytes + chunk.length > maxBytes) return bodyTooLarge(maxBytes);
      if (!memory.acquire(chunk.length + CHUNK_BYTES)) return busy();
      bytes += chunk.length;
      chunks.push(chunk);
      return undefined;
    };
    const onData = (chunk: Buffer): void => {
      const refused = keep(chunk);
      if (refused !== undefined) finish(refused);
    };
    const onEnd = (): void => finish(joinChunks(chunks));
    const onClose = (): void => {
      // The body may have arrived completely; unread bytes are lost with the connection.
      if (!request.readableEnded) finish('hang_up');
    };

    for (const chunk of head?.chunks ?? []) {
      const refused = keep(chunk);
      if (refused !== undefined) return finish(refused);
    }
    head?.onTaken();
    if (request.readableEnded) return onEnd();
    request.on('error', onClose).on('close', onClose).on('data', onData).on('end', onEnd);
    // It is paused if its first line was read.
    request.resume();
    // The client may have closed the connection while its key was looked up.
    if (request.destroyed) onClose();
  });
}

const EMPTY = Buffer.alloc(0);

/** Takes a body that has arrived completely, as most do while their sender is authenticated: without listeners and a timer. */
function takeArrived(
  request: IncomingMessage,
  maxBytes: number,
  memory: Pick<MemoryAccount, 'acquire'>,
): Buffer | Rejection {
  const body = (request.read() as Buffer | null) ?? EMPTY;
  if (body.length > maxBytes) return bodyTooLarge(maxBytes);
  return memory.acquire(body.length) ? body : busy();
}

/** What {@link watchBodyRate} watches. */
export interface BodyRate {
  /** Bytes that have arrived. */
  readonly received: () => number;
  /** Whether memory is short. */
  readonly isTight: () => boolean;
  /** Longest time for the whole body, in milliseconds. */
  readonly timeoutMs: number;
  /** Called once, when the body is late. */
  readonly onLate: () => void;
}

/** Interval of the checks, in milliseconds. */
const WINDOW_MS = 5_000;
/** Bytes that must arrive in a window while memory is short: 1 KB/s. */
const WINDOW_BYTES = 5 * 1_024;

/**
 * Calls `onLate` when the body takes longer than its timeout or, while memory is short, when less than 1 KB/s arrived in the
 * last five seconds. Returns a function that ends the watch.
 */
export function watchBodyRate({ received, isTight, timeoutMs, onLate }: BodyRate): () => void {
  let leftMs = timeoutMs;
  let before = 0;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const windowMs = Math.min(WINDOW_MS, leftMs);
    timer = setTimeout(() => {
      leftMs -= windowMs;
      const isSlow = windowMs === WINDOW_MS && received() - before < WINDOW_BYTES;
      before = received();
      if (leftMs <= 0 || (isSlow && isTight())) onLate();
      else wait();
    }, windowMs);
  };
  wait();
  return () => clearTimeout(timer);
}
