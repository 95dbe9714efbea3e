import { isEnvelope } from '@sluice/contract';
import { Refusal } from '../refusal.js';
import { measureJson, type JsonMeasure } from './measureJson.js';
import { nestsDeeper } from './nestsDeeper.js';

/** Bounds of a body. */
export interface BatchLimits {
  readonly maxEvents: number;
  readonly maxJsonDepth: number;
}

/** What holds for the whole body, so that an ordinary event is not walked at all. */
export interface BodyFacts extends JsonMeasure {
  /** Whether a string may hold a NUL or a lone surrogate, or a key may be `__proto__`. */
  readonly suspicious: boolean;
}

/** A body that is an envelope: its events, not judged yet. */
export interface ParsedBatch {
  readonly events: readonly unknown[];
  readonly facts: BodyFacts;
}

const BOM_BYTES = 3;

/** Up to here brackets alone build so little that the nesting may be measured afterwards, which is much cheaper. */
const SMALL_BODY = 65_536;

/** The events of a decoded body, or why it is none: 400 for its form, 413 for too many. Broken UTF-8 becomes U+FFFD. */
export function parseBatch(bytes: Buffer, limits: BatchLimits): ParsedBatch | Refusal {
  const { maxEvents, maxJsonDepth } = limits;
  if (bytes.length > SMALL_BODY && nestsDeeper(bytes, maxJsonDepth)) return tooDeep(maxJsonDepth);
  const body = parse(bytes);
  if (body === undefined) return new Refusal(400, 'malformed_json', 'The body is not JSON.');
  const measure = measureJson(body, maxJsonDepth);
  if (measure.depth > maxJsonDepth) return tooDeep(maxJsonDepth);
  if (!isEnvelope(body)) {
    return new Refusal(400, 'invalid_envelope', 'The body must be an object with an array "events".');
  }
  if (body.events.length > maxEvents) {
    return new Refusal(413, 'too_many_events', `A batch may hold ${maxEvents} events.`);
  }
  return { events: body.events, facts: { ...measure, suspicious: isSuspicious(bytes) } };
}

const tooDeep = (max: number): Refusal =>
  new Refusal(400, 'nesting_too_deep', `The body is nested deeper than ${max} levels.`);

/** Raw NULs are no JSON and broken UTF-8 is replaced on decoding, so that only an escape can bring either. */
const isSuspicious = (bytes: Buffer): boolean => bytes.includes('\\u') || bytes.includes('__proto__');

function parse(bytes: Buffer): unknown {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return JSON.parse(bytes.toString('utf8', hasBom ? BOM_BYTES : 0));
  } catch {
    return undefined;
  }
}
