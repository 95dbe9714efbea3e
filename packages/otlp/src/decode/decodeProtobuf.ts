import { LIMITS } from '@sluice/contract';
import { BUSY, tooManyEvents, type Decoded, type OtlpProblem, type OtlpSignal } from '../event.js';
import { decodeMessage } from './decodeMessage.js';
import { MAX_ATTRIBUTES, RECORD_TOO_LARGE } from './findLargeRecord.js';
import { REQUESTS } from './messageShapes.js';
import { scanMessage } from './scanMessage.js';

/** Acquires memory, in bytes, until the request is answered. Returns false and acquires nothing if too little is left. */
export type ReserveMemory = (bytes: number) => boolean;

/** Messages of a request, at most; an attribute is two of them. */
const MAX_MESSAGES = 500_000;

/** Messages that are decoded at once, at most: of a record, a resource or a scope. It takes less than 50 ms. */
const MAX_AT_ONCE = 2 * MAX_ATTRIBUTES;

/** Memory of a decoded message in bytes, without its texts. Measured: 33 to 170 for values and attributes, 306 for links with ids. */
const MESSAGE_BYTES = 320;

/**
 * Decodes a request. Its memory is reserved first: messages are counted, and at most half a million are decoded, 32,000 at once. Yields after each span,
 * log record and metric. Never throws.
 */
export function* decodeProtobuf(
  signal: OtlpSignal,
  bytes: Buffer,
  reserve: ReserveMemory,
): Generator<undefined, Decoded | OtlpProblem> {
  const scan = yield* scanMessage(bytes, REQUESTS[signal]);
  if (scan === undefined) return MALFORMED;
  if (scan.records > LIMITS.maxRequestEvents) return tooManyEvents();
  if (scan.messages > MAX_MESSAGES) return TOO_MANY_MESSAGES;
  if (scan.mostAtOnce > MAX_AT_ONCE) return RECORD_TOO_LARGE;
  if (!reserve(bytes.length + scan.messages * MESSAGE_BYTES)) return BUSY;
  try {
    return { request: yield* decodeMessage(signal, bytes) };
  } catch {
    return MALFORMED;
  }
}

const MALFORMED: OtlpProblem = { status: 400, problem: 'The body is not a valid OTLP request in binary encoding.' };

const TOO_MANY_MESSAGES: OtlpProblem = {
  status: 413,
  problem: 'The request has more than 250,000 attributes. Send smaller batches.',
};
