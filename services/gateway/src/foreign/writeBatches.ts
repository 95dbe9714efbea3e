import type { PausableTask } from '@sluice/runtime';
import type { BatchBody, BatchRequest } from '../acceptBatch.js';
import { mayNeedCleaning } from '../batch/cleanStrings.js';
import type { BatchParser, ParsedBatch } from '../batch/parseBatch.js';
import { writeEvent } from '../batch/rawJson.js';
import { Rejection, busy } from '../http/answer.js';

/** Events that were read from another format. */
export interface ForeignEvents {
  readonly events: readonly object[];
  /** Levels of nested values of the deepest event, at most. */
  readonly maxDepth: number;
  /** Distinguishes requests whose events are equal; absent if they are duplicates. */
  readonly source?: string;
}

/** Bounds of each batch of a request. */
export interface WritingLimits {
  readonly maxEvents: number;
  readonly maxDecodedBytes: number;
}

/** Times that the events of a request may take the size of a body: they repeat what they share, such as attributes of a resource. */
const MOST_BODIES = 4;

/**
 * Writes events as batches of at most `maxEvents` events and `maxDecodedBytes` bytes. Equal events of an equal source make equal batches.
 * Yields after each event. Refuses with 413 events that take too much, and with 503 for lack of memory.
 */
export function* writeBatches(
  { events, maxDepth, source }: ForeignEvents,
  memory: BatchRequest['memory'],
  { maxEvents, maxDecodedBytes }: WritingLimits,
): PausableTask<readonly BatchBody[] | Rejection> {
  const bodies: BatchBody[] = [];
  let bytesLeft = MOST_BODIES * maxDecodedBytes;
  let start = 0;
  while (start < events.length) {
    const bounds = { maxBytes: Math.min(maxDecodedBytes, bytesLeft), memory };
    const candidates = events.slice(start, start + maxEvents);
    const written = yield* writeBatch(candidates, { part: bodies.length, source }, bounds);
    if (written === 'busy') return busy();
    const { bytes, ends, longest } = written;
    const batch = candidates.slice(0, ends.length);
    // One event alone takes too much, or all together do.
    if (batch.length === 0) return tooLarge(maxDecodedBytes);
    start += batch.length;
    bytesLeft -= bytes.length;
    const parsed: ParsedBatch = {
      events: batch,
      facts: { depth: maxDepth + LEVELS_ABOVE, longestString: longest, mayNeedCleaning: mayNeedCleaning(bytes) },
      originalJson: (index) => bytes.subarray(index === 0 ? HEAD.length : (ends[index - 1] ?? 0) + 1, ends[index]),
    };
    bodies.push({ bytes, parse: givenOnce(parsed) });
  }
  return bodies;
}

/** Levels of a body above its events: the envelope and its array. */
const LEVELS_ABOVE = 2;

/** Returns a parser that has the events already. It forgets them: a request waits for Redis longer than it is translated. */
function givenOnce(parsed: ParsedBatch): BatchParser {
  let left: ParsedBatch | undefined = parsed;
  // eslint-disable-next-line require-yield -- nothing is left to do
  return function* () {
    if (left === undefined) throw new Error('a batch that was written is parsed once');
    const given = left;
    left = undefined;
    return given;
  };
}

const HEAD = '{"events":[';
const COMMA = 0x2c;

/** What distinguishes batches with equal events. */
interface BatchMarks {
  /** Position of the batch in its request. */
  readonly part: number;
  readonly source: string | undefined;
}

/** A batch as bytes. */
interface WrittenBatch {
  readonly bytes: Buffer;
  /** Where each event ends. */
  readonly ends: readonly number[];
  /** Bytes of the longest event. */
  readonly longest: number;
}

/** Bounds of one batch. */
interface BatchBounds {
  readonly maxBytes: number;
  readonly memory: BatchRequest['memory'];
}

/** Texts whose memory is acquired at once, in bytes. */
const RESERVED_BYTES = 65_536;

/**
 * Writes a batch of the first events, as many as fit into `maxBytes`, unless memory is short. It is acquired as the events are written,
 * because other requests are written in the pauses: for the text of each event and the batch, and later for the batch and as it is queued.
 */
function* writeBatch(
  events: readonly object[],
  marks: BatchMarks,
  { maxBytes, memory }: BatchBounds,
): PausableTask<WrittenBatch | 'busy'> {
  const tail = tailOf(marks);
  const texts: (string | Buffer)[] = [];
  const ends: number[] = [];
  let [at, longest, reserved] = [HEAD.length, 0, 0];
  for (const event of events) {
    const text = writeEvent(event);
    const length = Buffer.byteLength(text);
    const end = at + (ends.length > 0 ? 1 : 0) + length;
    if (end + tail.length > maxBytes) break;
    texts.push(text);
    at = end;
    ends.push(at);
    if (length > longest) longest = length;
    if (at - reserved >= RESERVED_BYTES) {
      if (!memory.acquire(2 * (at - reserved))) return 'busy';
      reserved = at;
    }
    yield;
  }
  if (!memory.acquire(2 * (at + tail.length - reserved))) return 'busy';
  const bytes = Buffer.allocUnsafe(at + tail.length);
  bytes.write(HEAD);
  let start = HEAD.length;
  for (const [index, text] of texts.entries()) {
    if (index > 0) bytes[start - 1] = COMMA;
    const end = ends[index] ?? 0;
    if (typeof text !== 'string') text.copy(bytes, start);
    // Text in ASCII is copied instead of encoded.
    else bytes.write(text, start, text.length === end - start ? 'latin1' : 'utf8');
    start = end + 1;
  }
  bytes.write(tail, at);
  return { bytes, ends, longest };
}

/** Returns the end of a batch: its events, and what distinguishes it. */
function tailOf({ part, source }: BatchMarks): string {
  const partMark = part === 0 ? '' : `,"part":${part}`;
  return `]${partMark}${source === undefined ? '' : `,"source":"${source}"`}}`;
}

const tooLarge = (max: number): Rejection =>
  new Rejection(
    413,
    'body_too_large',
    `One event of the request takes more than ${max} bytes, or all together take ${MOST_BODIES} times as much. Send smaller requests.`,
  );
