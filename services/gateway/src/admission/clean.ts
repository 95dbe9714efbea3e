import { LIMITS, isEventType, parseTimestamp } from '@sluice/contract';
import type { BodyFacts } from '../batch/parseBatch.js';
import { cleanContexts } from './cleanContexts.js';
import { cleanPayload } from './cleanPayload.js';
import { cleanStrings } from './cleanStrings.js';
import { cleanTags } from './cleanTags.js';
import { isObject, withField, type UnknownObject } from './jsonObject.js';
import { trimStrings, type TrimCount } from './trimStrings.js';

/** What cleaning needs to know of the batch. */
export interface CleanFacts {
  /** Arrival at the gateway, milliseconds since 1970. */
  readonly arrivalMs: number;
  readonly body: BodyFacts;
}

/** An event after cleaning. Nothing in it is judged yet. */
export interface CleanEvent {
  /** `undefined`: it was no object. The very object that was parsed where nothing had to change. */
  readonly event: UnknownObject | undefined;
  /** Nested deeper than 64 levels, the events of a replay apart; then nothing was cleaned. */
  readonly tooDeep: boolean;
  /** Whether the event's time can be read. */
  readonly hasTimestamp: boolean;
  /** Strings and lists that were cut. */
  readonly trims: number;
}

/** Levels of a body above an event's own: the envelope and its array. */
const LEVELS_ABOVE = 2;

/**
 * Protocol 2.1 and 8: strings, timestamp, tags, contexts, trimming; once, here, for everything that
 * follows. A function of the event and its arrival alone, so that a resend is cleaned as the first time.
 */
export function clean(value: unknown, { arrivalMs, body }: CleanFacts): CleanEvent {
  if (!isObject(value)) return { event: undefined, tooDeep: false, hasTimestamp: false, trims: 0 };
  if (body.depth - LEVELS_ABOVE > LIMITS.maxEventDepth && isDeeper(trimmable(value), LIMITS.maxEventDepth)) {
    return { event: value, tooDeep: true, hasTimestamp: parseTimestamp(value['timestamp']) !== undefined, trims: 0 };
  }
  const count: TrimCount = { trims: 0 };
  let event = body.mayNeedCleaning ? (cleanStrings(value) as UnknownObject) : value;
  if (body.longestString > LIMITS.cutString) event = trimAll(event, count);
  event = cleanField(event, 'tags', cleanTags(event['tags'], count));
  event = cleanField(event, 'contexts', cleanContexts(event['contexts'], count));
  const { type, payload } = event;
  if (isEventType(type) && isObject(payload)) {
    event = cleanField(event, 'payload', cleanPayload[type](payload, count));
  }
  const time = parseTimestamp(event['timestamp']);
  if (time !== undefined && time > arrivalMs + LIMITS.maxFutureMs) {
    event = withField(event, 'timestamp', new Date(arrivalMs).toISOString());
  }
  return { event, tooDeep: false, hasTimestamp: time !== undefined, trims: count.trims };
}

const cleanField = (event: UnknownObject, field: string, value: unknown): UnknownObject =>
  event[field] === value ? event : withField(event, field, value);

/** The events of a replay are opaque: neither measured nor trimmed. */
function trimmable(event: UnknownObject): UnknownObject {
  const { type, payload } = event;
  return type === 'replay' && isObject(payload)
    ? { ...event, payload: withField(payload, 'events', undefined) }
    : event;
}

function trimAll(event: UnknownObject, count: TrimCount): UnknownObject {
  const { type, payload } = event;
  const trimmed = trimStrings(trimmable(event), LIMITS.cutString, count) as UnknownObject;
  if (type !== 'replay' || !isObject(payload) || payload['events'] === undefined) return trimmed;
  const rest = trimmed['payload'] as UnknownObject;
  return withField(trimmed, 'payload', withField(rest, 'events', payload['events']));
}

/** Whether a JSON value is nested deeper than `levels`; recursion ends there. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((item) => isDeeper(item, levels - 1));
}
