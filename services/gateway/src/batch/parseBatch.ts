import { isEnvelope } from '@sluice/contract';
import { Refusal } from '../refusal.js';
import { scanJson, type JsonScan } from './scanJson.js';

/** Bounds of a body. */
export interface BatchLimits {
  readonly maxEvents: number;
  readonly maxJsonDepth: number;
}

/** A body that is an envelope: its events, not judged yet, and what a scan of its bytes says about all of them. */
export interface ParsedBatch {
  readonly events: readonly unknown[];
  readonly scan: JsonScan;
}

const BOM_BYTES = 3;

/** The events of a decoded body, or why it is none: 400 for its form, 413 for too many. Broken UTF-8 becomes U+FFFD. */
export function parseBatch(bytes: Buffer, limits: BatchLimits): ParsedBatch | Refusal {
  const scan = scanJson(bytes, limits.maxJsonDepth);
  if (scan.depth > limits.maxJsonDepth) {
    return new Refusal(400, 'nesting_too_deep', `The body is nested deeper than ${limits.maxJsonDepth} levels.`);
  }
  const body = parse(bytes);
  if (body === undefined) return new Refusal(400, 'malformed_json', 'The body is not JSON.');
  if (!isEnvelope(body)) {
    return new Refusal(400, 'invalid_envelope', 'The body must be an object with an array "events".');
  }
  if (body.events.length > limits.maxEvents) {
    return new Refusal(413, 'too_many_events', `A batch may hold ${limits.maxEvents} events.`);
  }
  return { events: body.events, scan };
}

function parse(bytes: Buffer): unknown {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return JSON.parse(bytes.toString('utf8', hasBom ? BOM_BYTES : 0));
  } catch {
    return undefined;
  }
}
