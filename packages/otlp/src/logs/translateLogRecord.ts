import type { Json, JsonObject, UnknownObject } from '@sluice/contract';
import { withSpan, type ReadException } from '../createExceptions.js';
import { ARRIVAL, refusedEvent, type TranslatedEvent } from '../event.js';
import { readId } from '../read/readId.js';
import type { Sender } from '../read/readResource.js';
import { readTime, toIso } from '../read/readTime.js';
import { merge, readPairs, readValue } from '../read/readValue.js';
import { severityOf } from './severityOf.js';

/** Returns a log record, or the refusal of one, and the exception that it reports. */
export function translateLogRecord(
  record: UnknownObject,
  sender: Sender,
  readException: ReadException,
): TranslatedEvent[] {
  const traceId = readId(record['traceId'], 16);
  if (typeof traceId !== 'string') return [refusedEvent('log', `The record's traceId ${traceId.problem}.`)];
  const spanId = readId(record['spanId'], 8);
  if (typeof spanId !== 'string') return [refusedEvent('log', `The record's spanId ${spanId.problem}.`)];
  if (!Array.isArray(record['attributes'] ?? []))
    return [refusedEvent('log', "The record's attributes are not a list.")];

  const time = readTime(record['timeUnixNano']) ?? readTime(record['observedTimeUnixNano']);
  const timestamp = time === undefined ? ARRIVAL : toIso(time);
  const level = severityOf(record['severityNumber'], record['severityText']);
  const attributes = readPairs(record['attributes']);
  const contexts = withSpan(sender, traceId, spanId);
  const report = { sender, contexts, timestamp, traceId, spanId, level: level ?? 'error' };
  const exception = readException(attributes, report);
  const payload = payloadOf(record, level ?? (exception === undefined ? 'info' : 'error'), attributes);
  const log: TranslatedEvent = { event: { type: 'log', timestamp, contexts, payload }, isRecord: true };
  return exception === undefined ? [log] : [log, exception];
}

/** A record without a body that reports an exception has the exception's text. Its stack is the exception's. */
function payloadOf(record: UnknownObject, level: string, attributes: JsonObject): JsonObject {
  const kept = merge(attributes);
  delete kept['exception.stacktrace'];
  const body = readValue(record['body']);
  const name = record['eventName'];
  if (typeof name === 'string' && name !== '') kept['event.name'] = name;
  if (typeof body === 'object' && body !== null) kept['body'] = body;
  const payload = { level, message: body === null ? describeException(attributes) : messageOf(body) };
  return Object.keys(kept).length === 0 ? payload : { ...payload, attributes: kept };
}

const messageOf = (body: Json): string => (typeof body === 'string' ? body : JSON.stringify(body));

const describeException = (attributes: JsonObject): string =>
  [attributes['exception.type'], attributes['exception.message']].filter((part) => typeof part === 'string').join(': ');
