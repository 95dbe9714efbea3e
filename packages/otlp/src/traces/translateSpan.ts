import { LIMITS, isObject, type Json, type JsonObject, type UnknownObject } from '@sluice/contract';
import { withSpan, type ReadException } from '../createExceptions.js';
import { ARRIVAL, refusedEvent, type OtlpEvent, type TranslatedEvent } from '../event.js';
import { readId } from '../read/readId.js';
import type { Sender } from '../read/readResource.js';
import { millisecondsBetween, readTime, toIso } from '../read/readTime.js';
import { addMissing, listOf, merge, readPairs, setOwn } from '../read/readValue.js';
import { kindOf, operationOf } from './operationOf.js';

/** Links, and events other than exceptions, that are kept of a span. */
const MOST_NESTED = 128;

/** Exceptions that are read of a span, in about 10 ms. SDKs keep 128 events. */
const MOST_EXCEPTIONS = 1_000;

const FAILED = 2;

/** Returns a span, or the refusal of one, and the exceptions that it reports. */
export function translateSpan(span: UnknownObject, sender: Sender, readException: ReadException): TranslatedEvent[] {
  const facts = readFacts(span);
  if (typeof facts === 'string') return [refusedEvent('span', facts)];
  const events = listOf(span['events']).filter(isObject);
  const record: OtlpEvent = {
    type: 'span',
    timestamp: facts.endTime,
    contexts: contextsOf(span, sender, facts.attributes, events),
    payload: payloadOf(span, facts),
  };
  const translated: TranslatedEvent[] = [{ event: record, isRecord: true }];
  const reports = events.filter(isException);
  if (reports.length === 0) return translated;
  const { traceId, uuid: spanId } = facts;
  const shared = { sender, contexts: withSpan(sender, traceId, spanId), traceId, spanId, level: 'error' };
  for (const event of reports.slice(0, MOST_EXCEPTIONS)) {
    const report = { ...shared, timestamp: timeOf(event) ?? ARRIVAL };
    const exception = readException(readPairs(event['attributes']), report);
    if (exception !== undefined) translated.push(exception);
  }
  if (reports.length > MOST_EXCEPTIONS) translated.push(refusalOf(reports.length));
  return translated;
}

/** Returns one event for all exceptions that are not read: a span that reports many does not cost its request. */
const refusalOf = (exceptions: number): TranslatedEvent => ({
  ...refusedEvent(
    'exception',
    `The span reports ${exceptions} exceptions, of which the first ${MOST_EXCEPTIONS} are read.`,
  ),
  isRecord: false,
});

/** The required parts of a span, and its attributes. */
interface SpanFacts {
  readonly uuid: string;
  readonly traceId: string;
  /** Empty on a root span. */
  readonly parentId: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly duration: number;
  readonly attributes: JsonObject;
}

/** Returns the facts of a span, or a sentence that says why it is refused. */
function readFacts(span: UnknownObject): SpanFacts | string {
  const traceId = readId(span['traceId'], 16);
  if (typeof traceId !== 'string') return `The span's traceId ${traceId.problem}.`;
  const uuid = readId(span['spanId'], 8);
  if (typeof uuid !== 'string') return `The span's spanId ${uuid.problem}.`;
  const parentId = readId(span['parentSpanId'], 8);
  if (typeof parentId !== 'string') return `The span's parentSpanId ${parentId.problem}.`;
  if (traceId === '' || uuid === '')
    return `The span's ${traceId === '' ? 'traceId' : 'spanId'} is empty or all zeros.`;
  const wrong = ['attributes', 'events', 'links'].find((name) => !Array.isArray(span[name] ?? []));
  if (wrong !== undefined) return `The span's ${wrong} are not a list.`;
  const [start, end] = [readTime(span['startTimeUnixNano']), readTime(span['endTimeUnixNano'])];
  if (start === undefined || end === undefined)
    return `The span's ${start === undefined ? 'startTimeUnixNano' : 'endTimeUnixNano'} is missing or not a time.`;
  const duration = millisecondsBetween(start, end);
  if (duration < 0) return `The span ends ${-duration} ms before it starts.`;
  const attributes = readPairs(span['attributes']);
  return { uuid, traceId, parentId, startTime: toIso(start), endTime: toIso(end), duration, attributes };
}

function payloadOf(span: UnknownObject, facts: SpanFacts): JsonObject {
  const { uuid, traceId, parentId, startTime, endTime, duration, attributes } = facts;
  const op = operationOf(kindOf(span['kind']), attributes);
  const status = statusOf(span)['code'] === FAILED ? 'error' : 'ok';
  return {
    uuid,
    traceId,
    parentId: parentId === '' ? null : parentId,
    name: textOf(span['name']),
    op,
    startTime,
    endTime,
    duration,
    status,
    metrics: {},
  };
}

/** Attributes do not replace the contexts of the sender and of the span itself. */
function contextsOf(
  span: UnknownObject,
  sender: Sender,
  attributes: JsonObject,
  events: readonly UnknownObject[],
): JsonObject {
  const contexts = merge(sender.contexts);
  contexts['kind'] = kindOf(span['kind']);
  const reason = textOf(statusOf(span)['message']);
  const state = textOf(span['traceState']);
  const links = listOf(span['links']).filter(isObject);
  const others = events.filter((event) => !isException(event));
  if (reason !== '') contexts['status.message'] = reason;
  if (state !== '') contexts['trace_state'] = state;
  if (links.length > 0) contexts['links'] = links.slice(0, MOST_NESTED).map(readLink);
  if (others.length > 0) contexts['events'] = others.slice(0, MOST_NESTED).map(readEvent);
  return addMissing(contexts, withoutDevice(attributes), LIMITS.cutContexts);
}

const DEVICE = 'device.';

/** Returns attributes that may be contexts. The server drops `device.*`, which it derives from the user agent: they are `device_info.*`. */
function withoutDevice(attributes: JsonObject): JsonObject {
  if (!Object.keys(attributes).some((name) => name.startsWith(DEVICE))) return attributes;
  const renamed: Record<string, Json> = {};
  for (const name in attributes) {
    const key = name.startsWith(DEVICE) ? `device_info.${name.slice(DEVICE.length)}` : name;
    setOwn(renamed, key, attributes[name] ?? null);
  }
  return renamed;
}

const statusOf = (span: UnknownObject): UnknownObject => (isObject(span['status']) ? span['status'] : {});

const isException = ({ name }: UnknownObject): boolean => name === 'exception';

/** A link to a span with malformed ids keeps its attributes. */
function readLink({ traceId, spanId, attributes }: UnknownObject): Json {
  return { ...readPairs(attributes), trace: idOrNull(traceId, 16), span: idOrNull(spanId, 8) };
}

const readEvent = (event: UnknownObject): Json => ({
  ...readPairs(event['attributes']),
  name: textOf(event['name']),
  timestamp: timeOf(event),
});

function idOrNull(value: unknown, length: 8 | 16): string | null {
  const id = readId(value, length);
  return typeof id === 'string' && id !== '' ? id : null;
}

function timeOf({ timeUnixNano }: UnknownObject): string | null {
  const time = readTime(timeUnixNano);
  return time === undefined ? null : toIso(time);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
