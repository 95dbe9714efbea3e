import { timeOfId } from '@sluice/contract';
import type { StoredLog } from './sql/listLogs.js';
import { anyValue, described, id, mapOf, named, nullable, object, text, time } from '@sluice/management';

/** Fields of a log in every response. */
export const logFields = {
  id: described(id, 'The event id.'),
  timestamp: time,
  receivedAt: described(time, 'When it arrived.'),
  level: described(text(), 'One of the levels that `GET /logs` accepts; as sent where the client used another word.'),
  message: text(),
  environment: nullable(text()),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  traceId: nullable(id),
  spanId: nullable(id),
  replayId: nullable(id),
  attributes: mapOf(anyValue),
  tags: mapOf(anyValue),
};

/** A log in a list. */
export const logSchema = named('Log', object(logFields));

/** A log in a list. */
export const logToWire = (log: StoredLog) => ({
  id: log.id,
  timestamp: log.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(log.id)).toISOString(),
  level: log.level,
  message: log.message,
  environment: log.environment,
  release: log.release,
  user: log.userKey,
  traceId: log.traceId,
  spanId: log.spanId,
  replayId: log.replayId,
  attributes: log.attributes ?? {},
  tags: log.tags ?? {},
});
