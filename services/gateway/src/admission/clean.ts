import { LIMITS, isEventType, isWireType, parseTimestamp, type EventType } from '@sluice/contract';
import { normalizeAddress } from '@sluice/runtime';
import { cleanStrings } from '../batch/cleanStrings.js';
import { hasOnly, isObject, withField, type UnknownObject } from '../batch/jsonObject.js';
import type { BodyFacts } from '../batch/parseBatch.js';
import { cleanPayload } from './cleanPayload.js';
import { USER_ADDRESS } from './storedAddresses.js';
import { trimString, trimStrings, type TrimCount } from './trimStrings.js';

/** Facts about the batch that cleaning depends on. */
export interface CleanFacts {
  /** Arrival at the gateway, milliseconds since 1970. */
  readonly arrivalMs: number;
  readonly body: BodyFacts;
  /** Whether the gateway made the events from another protocol: only these may have the internal type `metric`. */
  readonly isTranslated?: boolean;
}

/** A cleaned event, not validated yet. */
export interface CleanEvent {
  /** The parsed object itself if nothing had to change; `undefined` if the event is not an object. */
  readonly event: UnknownObject | undefined;
  /** Its type, if its sender may send events of it. */
  readonly type: EventType | undefined;
  /** Whether it is nested deeper than 64 levels, not counting the events of a replay. Such an event is not cleaned. */
  readonly tooDeep: boolean;
  /** Whether the event has a valid timestamp. */
  readonly hasTimestamp: boolean;
  /** Number of strings and lists that were cut. */
  readonly trims: number;
}

/** Levels of a body above its events: the envelope and its array. */
const LEVELS_ABOVE = 2;

/**
 * Returns the event with strings, timestamp, tags, contexts and payload cleaned and trimmed (protocol 2.1 and 8). Depends on
 * the event and its arrival only, so that a resend is cleaned like the first request.
 */
export function clean(value: unknown, { arrivalMs, body, isTranslated = false }: CleanFacts): CleanEvent {
  if (!isObject(value)) return { event: undefined, type: undefined, tooDeep: false, hasTimestamp: false, trims: 0 };
  if (body.depth - LEVELS_ABOVE > LIMITS.maxEventDepth && isDeeper(trimmable(value), LIMITS.maxEventDepth)) {
    const hasTimestamp = parseTimestamp(value['timestamp']) !== undefined;
    return { event: value, type: typeOf(value, isTranslated), tooDeep: true, hasTimestamp, trims: 0 };
  }
  const count: TrimCount = { trims: 0 };
  let event = body.mayNeedCleaning ? (cleanStrings(value) as UnknownObject) : value;
  if (body.longestString > LIMITS.cutString) event = trimAll(event, count);
  event = cleanField(event, 'tags', cleanTags(event['tags'], count));
  event = cleanField(event, 'contexts', cleanContexts(event['contexts'], count));
  const type = typeOf(event, isTranslated);
  const { payload } = event;
  if (type !== undefined && isObject(payload)) {
    event = cleanField(event, 'payload', cleanPayload[type](payload, count));
  }
  const time = parseTimestamp(event['timestamp']);
  if (time !== undefined && time > arrivalMs + LIMITS.maxFutureMs) {
    event = withField(event, 'timestamp', new Date(arrivalMs).toISOString());
  }
  return { event, type, tooDeep: false, hasTimestamp: time !== undefined, trims: count.trims };
}

/** Returns the type of an event if its sender may send it. */
function typeOf({ type }: UnknownObject, isTranslated: boolean): EventType | undefined {
  if (isWireType(type)) return type;
  return isTranslated && isEventType(type) ? type : undefined;
}

const cleanField = (event: UnknownObject, field: string, value: unknown): UnknownObject =>
  event[field] === value ? event : withField(event, field, value);

/** Returns the event without the events of a replay, which are opaque: neither measured nor trimmed. */
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

/**
 * Returns at most 100 tags with keys and values of at most 200 characters: strings, and numbers and booleans as strings; drops
 * other values and empty keys (protocol 2.1 and 8). The same object if nothing changes; `undefined` if `tags` is not an object.
 */
function cleanTags(tags: unknown, count: TrimCount): UnknownObject | undefined {
  if (!isObject(tags)) return undefined;
  if (hasOnly(tags, LIMITS.cutTags, isTag)) return tags;
  const kept: [string, string][] = [];
  for (const key of Object.keys(tags)) {
    if (key === '') continue;
    const value = tags[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    if (kept.length === LIMITS.cutTags) {
      count.trims += 1;
      break;
    }
    const text = trimString(String(value), LIMITS.cutTagValue, count);
    kept.push([trimString(key, LIMITS.cutTagKey, count), text]);
  }
  return Object.fromEntries(kept);
}

const isTag = (value: unknown, key: string): boolean =>
  key !== '' && typeof value === 'string' && value.length <= LIMITS.cutTagValue && key.length <= LIMITS.cutTagKey;

/**
 * Returns at most 200 contexts with strings of at most 8,192 characters; drops `null` and keeps nested values (protocol 2.1
 * and 8). The same object if nothing changes; `undefined` if `contexts` is not an object.
 */
function cleanContexts(given: unknown, count: TrimCount): UnknownObject | undefined {
  if (!isObject(given)) return undefined;
  const contexts = cleanField(given, USER_ADDRESS, addressOf(given[USER_ADDRESS]));
  if (hasOnly(contexts, LIMITS.cutContexts, isContext)) return contexts;
  const kept: [string, unknown][] = [];
  for (const key of Object.keys(contexts)) {
    const value = contexts[key];
    if (value === null) continue;
    if (kept.length === LIMITS.cutContexts) {
      count.trims += 1;
      break;
    }
    kept.push([key, typeof value === 'string' ? trimString(value, LIMITS.cutContextValue, count) : value]);
  }
  return Object.fromEntries(kept);
}

/** Returns an address in its shortest form; `undefined` for anything else. */
const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? normalizeAddress(value) : undefined;

const isContext = (value: unknown): boolean =>
  value !== null && !(typeof value === 'string' && value.length > LIMITS.cutContextValue);
