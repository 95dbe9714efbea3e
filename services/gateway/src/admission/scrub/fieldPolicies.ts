import type { EventType } from '@sluice/contract';
import { isObject, type UnknownObject } from '../jsonObject.js';
import { isHarmless, isKnownSecretName } from './secretNames.js';
import { isSourceContext } from './scrubSource.js';
import { scrubText } from './scrubText.js';

/**
 * What becomes of a field. `kept`: as it is, whatever it holds; `scrubbed`: its texts and names are; `marked`: a mark
 * stands in its place; `dropped`: it goes; `source`: its lines are scrubbed as one text. A rule: its fields have fates of
 * their own.
 */
export type FieldAction = 'kept' | 'scrubbed' | 'marked' | 'dropped' | 'source' | FieldPolicy;

/** The fate of one of an object's fields. */
export type FieldPolicy = (name: string, value: unknown, object: UnknownObject) => FieldAction;

/** Fields of any object: a telling name decides, its own or the one that stands beside a `value`. */
export const defaultPolicy: FieldPolicy = (name, value, object) =>
  isSecretValue(value) && (isNameOf(name, value) || isValueOfSecret(name, object)) ? 'marked' : 'scrubbed';

/** Booleans and empty values reveal no secret. */
export const isSecretValue = (value: unknown): boolean => value !== null && typeof value !== 'boolean' && value !== '';

const isNameOf = (name: string, value: unknown): boolean => isKnownSecretName(name) && !isHarmless(name, value);

const VALUES: ReadonlySet<string> = new Set(['value', 'values', 'Value', 'Values']);
const NAMES: readonly string[] = ['name', 'key', 'Name', 'Key'];

/** Lists of fields as HAR (`name`) and OpenTelemetry (`key`) write them. */
function isValueOfSecret(name: string, object: UnknownObject): boolean {
  if (!VALUES.has(name)) return false;
  return NAMES.some((beside) => {
    const named = Object.hasOwn(object, beside) ? object[beside] : undefined;
    return typeof named === 'string' && isNameOf(named, object[name]);
  });
}

/** Identifiers that group and join stay, whatever they look like, but no objects and lists of that name. */
const KEPT_IN_CONTEXTS: ReadonlySet<string> = new Set(
  'environment release trace.id span.id replay.id previous_trace.id'.split(' '),
);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** What identifies a user: dropped where it would be scrubbed, as one mark for all would make one user of them. */
const IDENTITIES: ReadonlySet<string> = new Set(['user.id', 'user.email', 'user.username']);

/** Fields of `contexts`. */
const contextPolicy: FieldPolicy = (name, value, contexts) => {
  if (KEPT_IN_CONTEXTS.has(name) && isPlain(value)) return 'kept';
  if (!IDENTITIES.has(name)) return defaultPolicy(name, value, contexts);
  if (name === 'user.email') return 'dropped';
  if (typeof value !== 'string') return 'scrubbed';
  // Numbers of sixteen digits are ids: one in ten would pass for a card.
  return isNumber(value) || scrubText(value) === value ? 'kept' : 'dropped';
};

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Names are scrubbed, numbers stay whatever they are called: `auth.token` counts something. */
const metricPolicy: FieldPolicy = (name, value, metrics) =>
  typeof value === 'number' ? 'scrubbed' : defaultPolicy(name, value, metrics);

/** Identifiers and numbers of each type that group, join or count. */
const KEPT_IN_PAYLOAD: Readonly<Record<Exclude<EventType, 'exception'>, ReadonlySet<string>>> = {
  log: new Set(),
  span: new Set('uuid traceId parentId startTime endTime duration status'.split(' ')),
  hit: new Set(['sessionId']),
  replay: new Set('replayId segment startTime endTime sessionId'.split(' ')),
};

/** Fields of a stack's frame. */
const framePolicy: FieldPolicy = (name, value, frame) =>
  name === 'context' && isSourceContext(value) ? 'source' : defaultPolicy(name, value, frame);

/** Fields of an exception and of its causes. */
const exceptionPolicy: FieldPolicy = (name, value, exception) => {
  if (name === 'frames' && Array.isArray(value)) return framePolicy;
  return name === 'cause' && isObject(value) ? exceptionPolicy : defaultPolicy(name, value, exception);
};

const payloadPolicy = (type: Exclude<EventType, 'exception'>): FieldPolicy => {
  const kept = KEPT_IN_PAYLOAD[type];
  return (name, value, payload) => {
    if (kept.has(name) && isPlain(value)) return 'kept';
    // A recording is opaque.
    if (type === 'replay' && name === 'events') return 'kept';
    if (type === 'span' && name === 'metrics' && isObject(value)) return metricPolicy;
    return defaultPolicy(name, value, payload);
  };
};

const PAYLOAD_POLICIES: Readonly<Record<EventType, FieldPolicy>> = {
  exception: exceptionPolicy,
  log: payloadPolicy('log'),
  span: payloadPolicy('span'),
  hit: payloadPolicy('hit'),
  replay: payloadPolicy('replay'),
};

/** Fields of a valid event. */
export const eventPolicy =
  (type: EventType): FieldPolicy =>
  (name, value, event) => {
    if (name === 'type' || name === 'timestamp') return 'kept';
    if (name === 'contexts' && isObject(value)) return contextPolicy;
    if (name === 'payload' && isObject(value)) return PAYLOAD_POLICIES[type];
    return defaultPolicy(name, value, event);
  };
