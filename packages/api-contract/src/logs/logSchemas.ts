import { named, object, described, nullable, mapOf } from '../schema/shapes.js';
import { id, time, text, anyValue } from '../schema/values.js';

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
