import { described, named, object, nullable, mapOf, listOf } from '../schema/shapes.js';
import { exceptionLevel, text, id, time, boolean, anyValue } from '../schema/values.js';
import { userFields } from '../users/userFields.js';
import { framesSchema, causeSchema } from './frameSchemas.js';

/** Query schemas of {@link ExceptionQuery}. */
export const exceptionFilters = {
  level: exceptionLevel,
  type: text(512),
  user: described(text(512), 'Key of the project user.'),
  trace: described(text(128), 'Only rows of this trace.'),
  replay: described(text(128), 'Only rows of this replay.'),
  eventId: described(
    text(128),
    'Only rows with this context `event.id`, the id in the log of an SDK. 32 hex digits also match with dashes, and without.',
  ),
  query: described(text(200), 'Part of the message, ignoring case.'),
};

/** The filters that are ids. */
export const LINKED_IDS = { trace: 'trace', replay: 'replay' } as const;

const exceptionFields = {
  id: described(id, 'The event id.'),
  issueId: described(nullable(id), 'null if the issue was deleted.'),
  timestamp: time,
  receivedAt: described(time, 'When it arrived.'),
  level: text(),
  type: text(),
  message: text(),
  culprit: described(
    nullable(text()),
    'Where it happened: the newest frame of the application, resolved if its source map could be read in time.',
  ),
  culpritPending: described(
    boolean,
    'The source maps could not be read in time: `culprit` is as it was resolved before, or as it was sent. Read again.',
  ),
  handled: nullable(boolean),
  environment: nullable(text()),
  release: nullable(text()),
  ...userFields,
  traceId: nullable(id),
  spanId: nullable(id),
  replayId: nullable(id),
  tags: mapOf(anyValue),
};

/** Schema of an exception in a list. */
export const exceptionSchema = named('Exception', object(exceptionFields));

/** Schema of an exception with all stored data. */
export const exceptionDetailSchema = named(
  'ExceptionDetail',
  object({
    ...exceptionFields,
    platform: described(
      nullable(text()),
      'Language or system of the program, such as `python`; null, `javascript` and `node` are JavaScript.',
    ),
    contexts: mapOf(anyValue),
    frames: described(framesSchema, 'Newest call first; parsed from `stack` if the client sent no frames.'),
    causes: described(listOf(causeSchema), 'Nearest cause first, at most 8; read from `cause`.'),
    stack: described(anyValue, 'As sent; null if not sent.'),
    cause: described(anyValue, 'As sent; null if not sent.'),
    breadcrumbs: described(anyValue, 'As sent; null if not sent.'),
    fingerprint: described(anyValue, 'As sent; null if not sent.'),
  }),
);
