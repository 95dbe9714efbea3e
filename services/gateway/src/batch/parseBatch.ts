import { LIMITS, isEnvelope } from '@sluice/contract';
import type { PausableTask } from '@sluice/runtime';
import { isAscii } from 'node:buffer';
import { Rejection, busy } from '../http/answer.js';
import { mayNeedCleaning } from './cleanStrings.js';
import { isObject } from './jsonObject.js';
import { LARGE_TEXT, parseLargeBatch } from './parseLargeJson.js';
import { rawRecordingOf } from './rawJson.js';
import { scanInSteps, scanJson, type JsonScan, type ScanBounds } from './scanJson.js';

/** Bounds of a body. */
export interface BatchLimits extends ScanBounds {
  readonly maxEvents: number;
}

/** Acquires memory, in bytes, until the request is answered. Returns false and acquires nothing if too little is left. */
export type ReserveMemory = (bytes: number) => boolean;

/** Facts about the whole body; they save a walk through each ordinary event. */
export interface BodyFacts extends Pick<JsonScan, 'depth' | 'longestString'> {
  /** Whether a string may contain a NUL or a lone surrogate, or a key may be `__proto__`. */
  readonly mayNeedCleaning: boolean;
}

/** The unvalidated events of an envelope. */
export interface ParsedBatch {
  readonly events: readonly unknown[];
  readonly facts: BodyFacts;
  /** Returns an event's JSON as received, in UTF-8; `undefined` if its position is not known. */
  readonly originalJson: (index: number) => Buffer | undefined;
}

const BOM_BYTES = 3;

/** Memory of a parsed value in bytes. Measured: 32 for empty objects, 37 for distinct keys, 61 for distinct shapes. */
export const VALUE_BYTES = 64;

/**
 * Returns the events of a decoded body. Refuses with 400 if it is not an envelope, 413 if it contains too much, and 503 if
 * there is no memory for the parsed values. Broken UTF-8 becomes U+FFFD. Yields between the steps of a large body, in which the
 * recordings of replays stay text.
 */
export function* parseBatch(
  bytes: Buffer,
  limits: BatchLimits,
  reserve: ReserveMemory,
): PausableTask<ParsedBatch | Rejection> {
  const { maxEvents, maxJsonDepth, maxJsonValues } = limits;
  const text = bytes.toString('utf8', hasBom(bytes) ? BOM_BYTES : 0);
  const isLarge = text.length > LARGE_TEXT;
  if (isLarge) yield;
  const scan = isLarge ? yield* scanInSteps(text, limits) : scanJson(text, limits);
  if (scan.depth > maxJsonDepth) return tooDeep(maxJsonDepth);
  if (scan.values > maxJsonValues) return tooManyValues(maxJsonValues);
  // The text a second time, as it is queued, and the values.
  if (!reserve(bytes.length + scan.values * VALUE_BYTES)) return busy();
  const body = isLarge && CONTAINER.test(text) ? yield* parseLargeBatch(text, keepsText(scan, bytes)) : parse(text);
  if (body === undefined) return new Rejection(400, 'malformed_json', 'The body is not valid JSON.');
  if (!isEnvelope(body)) {
    return new Rejection(400, 'invalid_envelope', 'The body must be an object with an array "events".');
  }
  if (body.events.length > maxEvents) {
    return new Rejection(
      413,
      'too_many_events',
      `The batch contains more than ${maxEvents} events. Send smaller batches.`,
    );
  }
  // The rest searches all bytes several times.
  if (isLarge) yield;
  return describeBatch(bytes, text, scan, body.events);
}

/** The beginning of a list or an object. Any other text is one value. */
const CONTAINER = /^[ \t\n\r]*[[{]/;

/** Returns the batch of a body that was scanned and parsed. @param text `bytes` as text, without a byte order mark */
function describeBatch(bytes: Buffer, text: string, scan: JsonScan, events: readonly unknown[]): ParsedBatch {
  const { depth, longestString, events: positions, isCompact } = scan;
  // Without duplicate member names, of which the parser drops all but the last, and whose depth is limited, too.
  const isKnown = isCompact && depth <= LIMITS.maxEventDepth && positions.length === 2 * events.length;
  return {
    events,
    facts: { depth, longestString, mayNeedCleaning: mayNeedCleaning(bytes) },
    originalJson: isKnown ? sliceEvents(bytes, text, { positions, events }) : () => undefined,
  };
}

/**
 * Whether the recordings of a body may stay the text that was sent. Not if an event may be too large: white space and escapes do not
 * count.
 */
const keepsText = ({ isCompact }: JsonScan, bytes: Buffer): boolean =>
  isCompact && bytes.length <= LIMITS.maxReplayBytes;

/** Parses the body of a batch. */
export type BatchParser = (reserve: ReserveMemory) => PausableTask<ParsedBatch | Rejection>;

/** 413 for a body with too many values. */
export const tooManyValues = (max: number): Rejection =>
  new Rejection(
    413,
    'too_many_values',
    `The body contains more than ${max} JSON values, keys included. Send smaller batches.`,
  );

const tooDeep = (max: number): Rejection =>
  new Rejection(400, 'nesting_too_deep', `The body is nested deeper than ${max} levels.`);

const hasBom = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The events of a body, and where they are in its text. */
interface PlacedEvents {
  readonly positions: readonly number[];
  readonly events: readonly unknown[];
}

/**
 * Returns a function that slices an event from the body; not one whose recording was written again. In plain ASCII, positions in text
 * and bytes are equal.
 */
function sliceEvents(
  bytes: Buffer,
  text: string,
  { positions, events }: PlacedEvents,
): (index: number) => Buffer | undefined {
  // Comparing lengths is not enough: an invalid byte is one character, too.
  const isPlain = isAscii(bytes);
  return (index) => {
    const event = events[index];
    if (isObject(event) && rawRecordingOf(event)?.isRewritten === true) return undefined;
    const [start, end] = [positions[2 * index], positions[2 * index + 1]];
    return isPlain ? bytes.subarray(start, end) : Buffer.from(text.slice(start, end));
  };
}
