import type { SpanStatus, UnknownObject } from '@sluice/contract';
import { NO_TIME, type SluiceEvent } from '../sluiceEvent.js';
import type { Contexts } from '../values/contexts.js';
import { objectOf, textOf } from '../values/read.js';
import { readDuration, readIso } from '../values/times.js';

/** What the formats of spans have in common, as they were sent. */
export interface SpanFields {
  readonly id: unknown;
  readonly traceId: unknown;
  readonly parentId: unknown;
  readonly name: unknown;
  readonly op: string | undefined;
  readonly start: unknown;
  readonly end: unknown;
  readonly status: SpanStatus;
  readonly metrics: Readonly<Record<string, number>>;
  readonly contexts: Contexts;
  readonly tags?: Readonly<Record<string, string>>;
}

/** The name of a span that has neither name nor operation. */
const UNLABELED = '<unlabeled>';

/** Returns a span. A field that is required and unusable is absent, so that admission refuses the span and names the field. */
export function spanEvent(fields: SpanFields): SluiceEvent {
  const { id, traceId, parentId, name, op, status, metrics, contexts, tags } = fields;
  const [startTime, endTime] = [readIso(fields.start), readIso(fields.end)];
  const duration = readDuration(fields.start, fields.end);
  const payload: Record<string, unknown> = {};
  if (typeof id === 'string') payload['uuid'] = id;
  if (typeof traceId === 'string') payload['traceId'] = traceId;
  if (typeof parentId === 'string' && parentId !== '') payload['parentId'] = parentId;
  payload['name'] = textOf(name) ?? op ?? UNLABELED;
  if (op !== undefined) payload['op'] = op;
  if (startTime !== undefined) payload['startTime'] = startTime;
  if (endTime !== undefined) payload['endTime'] = endTime;
  if (duration !== undefined) payload['duration'] = duration;
  payload['status'] = status;
  payload['metrics'] = metrics;
  const event = { type: 'span' as const, timestamp: endTime ?? NO_TIME, contexts, payload };
  return tags === undefined ? event : { ...event, tags };
}

/** Where a span may have its status. */
interface StatusFields {
  readonly status?: unknown;
  readonly tags?: unknown;
}

/** Returns the status of a span, and sets the error that it ended with as a context. */
export function readStatus({ status, tags }: StatusFields, contexts: Contexts): SpanStatus {
  const text = textOf(status ?? statusOfTags(tags));
  if (text === undefined || text === 'ok' || text === 'unset') return 'ok';
  if (text === 'cancelled') return 'cancelled';
  contexts['status.message'] = text;
  return 'error';
}

/** Statuses that a span of Sentry ends with. */
const STATUSES: ReadonlySet<unknown> = new Set([
  'aborted',
  'already_exists',
  'cancelled',
  'data_loss',
  'deadline_exceeded',
  'failed_precondition',
  'failure',
  'internal_error',
  'invalid_argument',
  'not_found',
  'ok',
  'out_of_range',
  'permission_denied',
  'resource_exhausted',
  'unauthenticated',
  'unavailable',
  'unimplemented',
  'unknown_error',
]);

/** Returns the status in the tags, where Python before 1.40 has it. Programs have tags of this name, too. */
function statusOfTags(tags: unknown): unknown {
  const { status } = objectOf(tags);
  return STATUSES.has(status) ? status : undefined;
}

/** Returns the values of measurements, `{name: {value, unit}}`; empty if there are none. */
export function readMeasurements(measurements: unknown): Record<string, number> {
  const metrics: Record<string, number> = {};
  const given: UnknownObject = objectOf(measurements);
  for (const name of Object.keys(given)) {
    const { value } = objectOf(given[name]);
    if (typeof value === 'number' && Number.isFinite(value) && name !== '__proto__') metrics[name] = value;
  }
  return metrics;
}
