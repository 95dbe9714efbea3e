import type { AcceptedEvent } from '@sluice/contract';
import { isObject, type UnknownObject } from '../jsonObject.js';
import { isSecretName } from './isSecretName.js';
import { MARKS } from './marks.js';
import { scrubText } from './scrubText.js';

/** Identifiers and numbers that group, join or count: they stay as they are, whatever they look like. */
const KEPT_IN_PAYLOAD: ReadonlySet<string> = new Set(
  'uuid traceId parentId replayId sessionId metrics release status startTime endTime duration segment'.split(' '),
);
/** The recording, too. */
const KEPT_IN_REPLAY: ReadonlySet<string> = new Set([...KEPT_IN_PAYLOAD, 'events']);
const KEPT_IN_CONTEXTS: ReadonlySet<string> = new Set(
  'environment release trace.id span.id replay.id device.userAgent'.split(' '),
);

/** What identifies a user: dropped where it would be scrubbed, as one mark for all would make one user of them. */
const IDENTITIES: ReadonlySet<string> = new Set(['user.id', 'user.email', 'user.username']);

/**
 * The project setting `scrub`: a valid event without e-mail addresses, card numbers and secrets, in all of its texts and
 * names; the very event where there are none. The recording of a replay is opaque and stays: what it shows is masked where
 * it is made. Types of fields stay as they were validated. Recursion is bounded by the depth of a valid event.
 */
export function scrub(event: AcceptedEvent): AcceptedEvent {
  return mapFields(event as unknown as UnknownObject, (field, value) => {
    if (field === 'type' || field === 'timestamp') return value;
    if (field === 'contexts' && isObject(value)) return mapFields(value, scrubContext);
    if (field !== 'payload' || !isObject(value)) return scrubValue(value);
    const kept = event.type === 'replay' ? KEPT_IN_REPLAY : KEPT_IN_PAYLOAD;
    return mapFields(value, (name, inner) => (kept.has(name) ? inner : scrubField(name, inner)));
  }) as unknown as AcceptedEvent;
}

function scrubContext(name: string, value: unknown): unknown {
  if (KEPT_IN_CONTEXTS.has(name)) return value;
  const scrubbed = scrubField(name, value);
  const identifies = IDENTITIES.has(name) && (scrubbed !== value || name === 'user.email');
  return identifies ? undefined : scrubbed;
}

/** Flags say nothing of what the secret is, and an empty one is none. */
const isSecretValue = (value: unknown): boolean => value !== null && typeof value !== 'boolean' && value !== '';

const scrubField = (name: string, value: unknown): unknown =>
  isSecretValue(value) && isSecretName(name) ? MARKS.secret : scrubValue(value);

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (isObject(value)) return mapFields(value, scrubField);
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  const scrubbed = items.map(scrubValue);
  return scrubbed.some((item, index) => item !== items[index]) ? scrubbed : value;
}

/** An object with its names scrubbed and its values mapped, `undefined` left out; the same one where nothing changed. */
function mapFields(object: UnknownObject, map: (name: string, value: unknown) => unknown): UnknownObject {
  const entries = Object.entries(object);
  const mapped = entries.map(([name, value]) => [scrubText(name), map(name, value)] as const);
  const isSame = mapped.every(([name, value], index) => name === entries[index]?.[0] && value === entries[index][1]);
  return isSame ? object : Object.fromEntries(mapped.filter(([, value]) => value !== undefined));
}
