import { LIMITS, isEnvelope } from '@sluice/contract';
import { isAscii } from 'node:buffer';
import { Refusal, busy } from '../answer.js';
import { scanJson, type JsonScan, type ScanBounds } from './scanJson.js';

/** Bounds of a body. */
export interface BatchLimits extends ScanBounds {
  readonly maxEvents: number;
}

/** Takes memory, in bytes, for as long as the request lasts; false, and nothing taken, where it is not left. */
export type ReserveMemory = (bytes: number) => boolean;

/** What holds for the whole body, so that an ordinary event is not walked at all. */
export interface BodyFacts extends Pick<JsonScan, 'depth' | 'longestString'> {
  /** Whether a string may hold a NUL or a lone surrogate, or a key may be `__proto__`. */
  readonly mayNeedCleaning: boolean;
}

/** A body that is an envelope: its events, not judged yet. */
export interface ParsedBatch {
  readonly events: readonly unknown[];
  readonly facts: BodyFacts;
  /** An event's JSON in UTF-8, as it was sent; `undefined` where that is not known. */
  readonly originalJson: (index: number) => Buffer | undefined;
}

const BOM_BYTES = 3;

/** Memory of a parsed value, in bytes, measured: 32 for empty objects, 37 for distinct keys, 61 for distinct shapes. */
const VALUE_BYTES = 64;

/**
 * The events of a decoded body, or why it is none: 400 for its form, 413 for too much in it, 503 where what it becomes
 * does not fit beside the other requests. Broken UTF-8 becomes U+FFFD.
 */
export function parseBatch(bytes: Buffer, limits: BatchLimits, hold: ReserveMemory): ParsedBatch | Refusal {
  const { maxEvents, maxJsonDepth, maxJsonValues } = limits;
  const text = bytes.toString('utf8', hasBom(bytes) ? BOM_BYTES : 0);
  const scan = scanJson(text, limits);
  if (scan.depth > maxJsonDepth) return tooDeep(maxJsonDepth);
  if (scan.values > maxJsonValues) {
    return new Refusal(
      413,
      'too_many_values',
      `The body contains more than ${maxJsonValues} JSON values, keys included. Send smaller batches.`,
    );
  }
  // The text once more, as what is queued, and the values.
  if (!hold(bytes.length + scan.values * VALUE_BYTES)) return busy();
  const body = parse(text);
  if (body === undefined) return new Refusal(400, 'malformed_json', 'The body is not valid JSON.');
  if (!isEnvelope(body)) {
    return new Refusal(400, 'invalid_envelope', 'The body must be an object with an array "events".');
  }
  if (body.events.length > maxEvents) {
    return new Refusal(
      413,
      'too_many_events',
      `The batch contains more than ${maxEvents} events. Send smaller batches.`,
    );
  }
  const { depth, longestString, events, isCompact } = scan;
  // The parser drops a member that a second one of the same name hides; its depth is limited as well.
  const isKnown = isCompact && depth <= LIMITS.maxEventDepth && events.length === 2 * body.events.length;
  return {
    events: body.events,
    facts: { depth, longestString, mayNeedCleaning: mayNeedCleaning(bytes) },
    originalJson: isKnown ? sliceEvents(bytes, text, events) : () => undefined,
  };
}

const tooDeep = (max: number): Refusal =>
  new Refusal(400, 'nesting_too_deep', `The body is nested deeper than ${max} levels.`);

/** Raw NULs are no JSON and broken UTF-8 is replaced on decoding, so that only an escape can bring either. */
const mayNeedCleaning = (bytes: Buffer): boolean => bytes.includes('\\u') || bytes.includes('__proto__');

const hasBom = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What stands between pairs of positions in a text; of plain ASCII it is there already, as bytes. */
function sliceEvents(bytes: Buffer, text: string, positions: readonly number[]): (index: number) => Buffer {
  // Not by their lengths: a byte that is no UTF-8 is one character, too.
  const isPlain = isAscii(bytes);
  return (index) => {
    const [start, end] = [positions[2 * index], positions[2 * index + 1]];
    return isPlain ? bytes.subarray(start, end) : Buffer.from(text.slice(start, end));
  };
}
