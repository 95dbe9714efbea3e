import { LIMITS, isObject, type UnknownObject } from '@sluice/contract';
import { createExceptions } from './createExceptions.js';
import { refusedEvent, tooManyEvents, type OtlpProblem, type OtlpTranslation, type TranslatedEvent } from './event.js';
import { translateLogRecord } from './logs/translateLogRecord.js';
import { readResource, withScope } from './read/readResource.js';
import { listOf, objectsOf } from './read/readValue.js';
import { RECORD_LISTS } from './recordLists.js';
import { translateSpan } from './traces/translateSpan.js';

const TRANSLATE = { traces: translateSpan, logs: translateLogRecord } as const;

/** Refusals of records that are not objects. */
const NOT_AN_OBJECT = {
  traces: refusedEvent('span', 'The span is not an object.'),
  logs: refusedEvent('log', 'The record is not an object.'),
} as const;

/**
 * Returns the events of a decoded request: its records in the order of the request, each followed by the exceptions that it reports.
 * Yields for each resource, scope and record: those above the records may be empty, and as many as values of a body.
 */
export function* translateRecords(
  signal: 'traces' | 'logs',
  request: UnknownObject,
): Generator<undefined, OtlpTranslation | OtlpProblem> {
  const [resources, scopes, records] = RECORD_LISTS[signal];
  const translate = TRANSLATE[signal];
  const readException = createExceptions();
  const events: TranslatedEvent[] = [];
  for (const ofResource of objectsOf(request[resources])) {
    const resource = readResource(ofResource['resource']);
    yield;
    for (const ofScope of objectsOf(ofResource[scopes])) {
      yield;
      const list = listOf(ofScope[records]);
      if (list.length === 0) continue;
      const sender = withScope(resource, ofScope['scope']);
      for (const record of list) {
        if (isObject(record)) for (const event of translate(record, sender, readException)) events.push(event);
        else events.push(NOT_AN_OBJECT[signal]);
        if (events.length > LIMITS.maxRequestEvents) return tooManyEvents();
        yield;
      }
    }
  }
  return { events };
}
