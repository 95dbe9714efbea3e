import type { EventType } from '@sluice/contract';
import { isObject, type UnknownObject } from '../../batch/jsonObject.js';
import { isHarmless, isKnownSecretName } from './secretNames.js';
import { isSourceContext } from './scrubSource.js';
import { scrubText } from './scrubText.js';

/**
 * What to do with a field.
 *
 * | action | the field |
 * | --- | --- |
 * | `kept` | stays unchanged |
 * | `scrubbed` | its texts and names are scrubbed |
 * | `marked` | is replaced by a mark |
 * | `dropped` | is removed |
 * | `source` | its lines are scrubbed as one text |
 * | a policy | decides for each of its fields |
 */
export type FieldAction = 'kept' | 'scrubbed' | 'marked' | 'dropped' | 'source' | FieldPolicy;

/** Returns the action for one field of an object. */
export type FieldPolicy = (name: string, value: unknown, object: UnknownObject) => FieldAction;

/**
 * Policy for any object: a name that is known for secrets decides, either its own name or the one next to a `value`.
 */
export const defaultPolicy: FieldPolicy = (name, value, object) =>
  isSecretValue(value) && (isNameOf(name, value) || isValueOfSecret(name, object)) ? 'marked' : 'scrubbed';

/** Booleans, null and empty values reveal no secret. */
export const isSecretValue = (value: unknown): boolean => value !== null && typeof value !== 'boolean' && value !== '';

const isNameOf = (name: string, value: unknown): boolean => isKnownSecretName(name) && !isHarmless(name, value);

const VALUES: ReadonlySet<string> = new Set(['value', 'values', 'Value', 'Values']);
const NAMES: readonly string[] = ['name', 'key', 'Name', 'Key'];

/** Lists of fields in the format of HAR (`name`) and OpenTelemetry (`key`). */
function isValueOfSecret(name: string, object: UnknownObject): boolean {
  if (!VALUES.has(name)) return false;
  return NAMES.some((beside) => {
    const named = Object.hasOwn(object, beside) ? object[beside] : undefined;
    return typeof named === 'string' && isNameOf(named, object[name]);
  });
}

/** Identifiers that group and join events are kept, unless they are objects or lists. */
const KEPT_IN_CONTEXTS: ReadonlySet<string> = new Set(
  'environment release event.id trace.id span.id replay.id previous_trace.id'.split(' '),
);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * Fields that identify a user. They are dropped instead of scrubbed: one mark for all would merge all users into one.
 */
const IDENTITIES: ReadonlySet<string> = new Set(['user.id', 'user.email', 'user.username']);

/** Policy for `contexts`. */
const contextPolicy: FieldPolicy = (name, value, contexts) => {
  if (KEPT_IN_CONTEXTS.has(name) && isPlain(value)) return 'kept';
  if (!IDENTITIES.has(name)) return defaultPolicy(name, value, contexts);
  if (name === 'user.email') return 'dropped';
  if (typeof value !== 'string') return 'scrubbed';
  // A number of 16 digits is an id; one in ten would pass as a card number.
  return isNumber(value) || scrubText(value) === value ? 'kept' : 'dropped';
};

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Names are scrubbed; numbers are kept under any name: `auth.token` is a count. */
const metricPolicy: FieldPolicy = (name, value, metrics) =>
  typeof value === 'number' ? 'scrubbed' : defaultPolicy(name, value, metrics);

/** Identifiers and numbers of each event type that are used for grouping, joining or counting. */
const KEPT_IN_PAYLOAD: Readonly<Record<Exclude<EventType, 'exception'>, ReadonlySet<string>>> = {
  log: new Set(),
  span: new Set('uuid traceId parentId startTime endTime duration status'.split(' ')),
  hit: new Set(['sessionId']),
  replay: new Set('replayId segment startTime endTime sessionId'.split(' ')),
  metric: new Set('value count sum min max source'.split(' ')),
};

/** How languages print what reveals no secret. */
const PRINTED_NOTHING = /^(?:none|null|nil|undefined|true|false|<(?:null|nil)>|b?''|"")$/i;

/** Policy for the variables of a frame, which are printed: `'c-17'`, `None`. */
const varsPolicy: FieldPolicy = (name, value, vars) =>
  typeof value === 'string' && PRINTED_NOTHING.test(value) ? 'kept' : defaultPolicy(name, value, vars);

/** Policy for a stack frame. */
const framePolicy: FieldPolicy = (name, value, frame) => {
  if (name === 'context' && isSourceContext(value)) return 'source';
  if (name === 'vars' && isObject(value)) return varsPolicy;
  return name === 'debugId' && isPlain(value) ? 'kept' : defaultPolicy(name, value, frame);
};

/** Policy for an exception and its causes. */
const exceptionPolicy: FieldPolicy = (name, value, exception) => {
  if (name === 'frames' && Array.isArray(value)) return framePolicy;
  return name === 'cause' && isObject(value) ? exceptionPolicy : defaultPolicy(name, value, exception);
};

const payloadPolicy = (type: Exclude<EventType, 'exception'>): FieldPolicy => {
  const kept = KEPT_IN_PAYLOAD[type];
  return (name, value, payload) => {
    if (kept.has(name) && isPlain(value)) return 'kept';
    // A recording is opaque; a histogram has numbers only.
    if (type === 'replay' && name === 'events') return 'kept';
    if (type === 'metric' && name === 'values') return 'kept';
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
  metric: payloadPolicy('metric'),
};

/** Returns the policy for a valid event. */
export const eventPolicy =
  (type: EventType): FieldPolicy =>
  (name, value, event) => {
    if (name === 'type' || name === 'timestamp') return 'kept';
    if (name === 'contexts' && isObject(value)) return contextPolicy;
    if (name === 'payload' && isObject(value)) return PAYLOAD_POLICIES[type];
    return defaultPolicy(name, value, event);
  };
