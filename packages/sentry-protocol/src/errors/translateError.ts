import { isObject, LIMITS, type UnknownObject } from '@sluice/contract';
import type { EventFacts } from '../event/eventFacts.js';
import { NO_TIME, type SluiceEvent } from '../sluiceEvent.js';
import { entriesOf, jsonTextOf, objectOf, textOf } from '../values/read.js';
import { readIso } from '../values/times.js';
import { eventContexts } from '../event/eventContexts.js';
import { readTags } from '../event/readTags.js';
import { putBlocked, readBlocked } from '../security/readBlocked.js';
import { orderCauses } from './orderCauses.js';
import { readMessage } from './readMessage.js';
import { frameFactsOf, translateFrames, type FrameFacts } from './translateFrames.js';
import { withoutSdkFrames } from './withoutSdkFrames.js';

/**
 * Returns the exception of an event: its last exception with the earlier ones as causes, a Content Security Policy report, or a
 * message. An event of none of these kinds is a message without text.
 */
export function translateError(event: UnknownObject, facts: EventFacts): SluiceEvent {
  const values = entriesOf(event['exception']);
  const frames = frameFactsOf(event);
  const contexts = eventContexts(event, facts);
  const message = readMessage(event);
  const blocked = values.length > 0 ? undefined : readBlocked(event['csp']);
  if (blocked !== undefined) putBlocked(contexts, blocked);
  const payload =
    values.length > 0
      ? errorPayload(event, values, message, frames)
      : (blocked?.payload ?? messagePayload(event, message, frames));
  // A logger's message says what the program was doing when the error was caught.
  if (values.length > 0 && message !== undefined && message !== payload['message']) contexts['message'] ??= message;
  const level = LEVELS.get(event['level']);
  if (level !== undefined) payload['level'] = level;
  if (frames.platform !== undefined) payload['platform'] = frames.platform;
  const fingerprint = readFingerprint(event['fingerprint']);
  if (fingerprint.length > 0) payload['fingerprint'] = fingerprint;
  const breadcrumbs = entriesOf(event['breadcrumbs']).slice(-LIMITS.cutBreadcrumbs).map(translateBreadcrumb);
  if (breadcrumbs.length > 0) payload['breadcrumbs'] = breadcrumbs;
  return {
    type: 'exception',
    timestamp: readIso(event['timestamp']) ?? NO_TIME,
    ...readTags(event['tags']),
    contexts,
    payload,
  };
}

/** Levels of Sentry; a missing or unknown one is the server's default, `error`. */
const LEVELS: ReadonlyMap<unknown, string> = new Map([
  ['fatal', 'fatal'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'info'],
  ['debug', 'info'],
  ['log', 'info'],
]);

/** The type of an exception that is a message. */
const MESSAGE = 'Message';

function errorPayload(
  event: UnknownObject,
  values: readonly UnknownObject[],
  message: string | undefined,
  frames: FrameFacts,
): Record<string, unknown> {
  const error = values.at(-1) ?? {};
  const payload = errorFields(error, frames);
  const { synthetic, handled } = objectOf(error['mechanism']);
  if (message !== undefined) {
    if (synthetic === true && textOf(error['type']) === undefined) payload['type'] = MESSAGE;
    payload['message'] ??= message;
  }
  if (typeof handled === 'boolean') payload['handled'] = handled;
  else if (isPanic(event)) payload['handled'] = false;
  const called = payload['frames'] ?? threadFrames(event, error['thread_id'], frames);
  if (called !== undefined) payload['frames'] = called;
  const cause = orderCauses(values).reduceRight<unknown>((inner, { value, parent }) => {
    const fields = errorFields(value, frames);
    if (parent !== undefined) fields['parent'] = parent;
    if (inner !== undefined) fields['cause'] = inner;
    return fields;
  }, undefined);
  if (cause !== undefined) payload['cause'] = cause;
  return payload;
}

/** Returns the fields that an exception and its causes have. */
function errorFields(error: UnknownObject, facts: FrameFacts): Record<string, unknown> {
  const fields: Record<string, unknown> = { type: textOf(error['type']) ?? 'Error' };
  const message = jsonTextOf(error['value']);
  if (message !== undefined) fields['message'] = message;
  const frames = translateFrames(error['stacktrace'], facts);
  if (frames !== undefined) fields['frames'] = frames;
  return fields;
}

function messagePayload(event: UnknownObject, message: string | undefined, facts: FrameFacts): Record<string, unknown> {
  const payload: Record<string, unknown> = { type: MESSAGE, message: message ?? '', handled: !isPanic(event) };
  const frames = threadFrames(event, undefined, facts) ?? translateFrames(event['stacktrace'], facts);
  if (frames !== undefined) payload['frames'] = withoutSdkFrames(frames);
  return payload;
}

/** Whether an event is a panic of Go, which its SDK reports with this level alone; as a message if the value was a text. */
const isPanic = ({ platform, level }: UnknownObject): boolean => platform === 'go' && level === 'fatal';

/** Returns the stack of the thread with an id, otherwise of the current one, of the one that crashed, or of the only one. */
function threadFrames(event: UnknownObject, id: unknown, facts: FrameFacts): readonly UnknownObject[] | undefined {
  const threads = entriesOf(event['threads']).filter(({ stacktrace }) => isObject(stacktrace));
  const thread =
    (id === undefined || id === null ? undefined : threads.find((each) => each['id'] === id)) ??
    threads.find(({ current }) => current === true) ??
    threads.find(({ crashed }) => crashed === true) ??
    (threads.length === 1 ? threads[0] : undefined);
  return translateFrames(thread?.['stacktrace'], facts);
}

const DEFAULT = /^\{\{\s{0,9}default\s{0,9}\}\}$/;

/** Returns the parts of a fingerprint as text, with `{{ default }}` as Sluice writes it. */
const readFingerprint = (given: unknown): readonly string[] =>
  Array.isArray(given)
    ? given.map(textOf).flatMap((part) => (part === undefined ? [] : DEFAULT.test(part) ? ['{{ default }}'] : [part]))
    : [];

function translateBreadcrumb(given: UnknownObject): UnknownObject {
  const breadcrumb: Record<string, unknown> = {};
  const timestamp = readIso(given['timestamp']);
  if (timestamp !== undefined) breadcrumb['timestamp'] = timestamp;
  for (const field of ['category', 'type', 'level'] as const) {
    const text = textOf(given[field]);
    if (text !== undefined) breadcrumb[field] = text;
  }
  const message = jsonTextOf(given['message']);
  if (message !== undefined) breadcrumb['message'] = message;
  const { data } = given;
  if (data !== undefined && data !== null) breadcrumb['data'] = data;
  return breadcrumb;
}
