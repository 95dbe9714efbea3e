import { timeOfId, type Json } from '@sluice/contract';
import type { ExceptionDetail, ExceptionFilter, StoredException } from '@sluice/db';
import {
  type ListQuery,
  anything,
  described,
  flag,
  id,
  listOf,
  mapOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
  whole,
} from '@sluice/management';
import { readFrames } from '@sluice/stacktrace';

/** What a list of exceptions may be narrowed by. */
export interface ExceptionQuery extends ListQuery, Omit<ExceptionFilter, 'issue' | 'environment' | 'release'> {}

/** Query schemas of {@link ExceptionQuery}. */
export const exceptionFilters = {
  level: oneOf('fatal', 'error', 'warning', 'info'),
  type: text(512),
  user: described(text(512), 'Key of the project user.'),
  trace: described(text(128), 'Of this trace only.'),
  replay: described(text(128), 'Of this replay only.'),
  query: described(text(200), 'Part of the message, upper and lower case alike.'),
};

/** The filter of a query. */
export function filterOf(query: ExceptionQuery): ExceptionFilter {
  const { level, type, user, trace, replay, query: search, environment, release } = query;
  return { level, type, user, trace, replay, query: search, environment, release };
}

const exceptionFields = {
  id: described(id, 'The event id.'),
  issueId: described(nullable(id), 'null where the issue was deleted.'),
  timestamp: time,
  receivedAt: described(time, 'When it arrived.'),
  level: text(),
  type: text(),
  message: text(),
  handled: nullable(flag),
  environment: nullable(text()),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  traceId: nullable(id),
  spanId: nullable(id),
  replayId: nullable(id),
  tags: mapOf(anything),
};

/** An exception of a list. */
export const exceptionSchema = named('Exception', object(exceptionFields));

const frame = named(
  'Frame',
  object({
    file: text(),
    function: text(),
    line: described(nullable(whole(1, Number.MAX_SAFE_INTEGER)), '1-based.'),
    column: described(nullable(whole(1, Number.MAX_SAFE_INTEGER)), '1-based.'),
    inApp: flag,
  }),
);

/** An exception with everything that is stored of it. */
export const exceptionDetailSchema = named(
  'ExceptionDetail',
  object({
    ...exceptionFields,
    contexts: mapOf(anything),
    frames: described(listOf(frame), 'Newest call first; read from `stack` where the client sent no frames.'),
    stack: described(anything, 'As it was sent; null where it was not.'),
    cause: described(anything, 'As it was sent; null where it was not.'),
    breadcrumbs: described(anything, 'As they were sent; null where they were not.'),
    fingerprint: described(anything, 'As it was sent; null where it was not.'),
  }),
);

/** An exception of a list. */
export const exceptionToWire = (exception: StoredException) => ({
  id: exception.id,
  issueId: exception.issueId,
  timestamp: exception.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(exception.id)).toISOString(),
  level: exception.level,
  type: exception.type,
  message: exception.message,
  handled: exception.handled,
  environment: exception.environment,
  release: exception.release,
  user: exception.userKey,
  traceId: exception.traceId,
  spanId: exception.spanId,
  replayId: exception.replayId,
  tags: exception.tags ?? {},
});

/** An exception with everything that is stored of it. */
export function exceptionDetailToWire(exception: ExceptionDetail) {
  const payload = exception.payload as Readonly<Record<string, Json>>;
  const sent = (name: string): Json => payload[name] ?? null;
  return {
    ...exceptionToWire(exception),
    contexts: exception.contexts ?? {},
    frames: readFrames({ ...payload, message: exception.message }),
    stack: sent('stack'),
    cause: sent('cause'),
    breadcrumbs: sent('breadcrumbs'),
    fingerprint: sent('fingerprint'),
  };
}
