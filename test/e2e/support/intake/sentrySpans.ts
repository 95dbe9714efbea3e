import { type SpanView } from './expectation.js';
import { between, isoOf, momentOf } from './moments.js';
import { fieldsOf, listOf, textOr, type Fields } from './readEnvelope.js';

/** What a transaction becomes: its root first, then its spans. */
export function expectTransaction(event: Fields): SpanView[] {
  const trace = fieldsOf(fieldsOf(event['contexts'])['trace']);
  const root = {
    ...trace,
    description: event['transaction'],
    tags: event['tags'],
    measurements: event['measurements'],
  };
  const times = { start_timestamp: event['start_timestamp'], timestamp: event['timestamp'] };
  return [{ ...root, ...times }, ...listOf(event['spans'])].map((span) => expectSpan(span, event));
}

/** What a span of a transaction, or an item `span` of the first version, becomes. */
export function expectSpan(span: Fields, { release, environment }: Fields): SpanView {
  const { span_id: uuid, trace_id: traceId, parent_span_id: parentId, description, op, status, tags } = span;
  const measurements = Object.entries(fieldsOf(span['measurements']));
  return {
    uuid: uuid as string,
    parentId: textOr(parentId, null),
    traceId: traceId as string,
    name: textOr(description, textOr(op, '')),
    op: textOr(op, null),
    status: statusOf(textOr(status, textOr(fieldsOf(tags)['status'], 'ok'))),
    ...timesOf(span['start_timestamp'], span['timestamp']),
    release: textOr(release, null),
    environment: textOr(environment, null),
    metrics: Object.fromEntries(measurements.map(([name, one]) => [name, fieldsOf(one)['value'] as number])),
  };
}

const statusOf = (status: string): string => (status === 'ok' || status === 'cancelled' ? status : 'error');

/** What an item `span` of the second version becomes. */
export function expectStreamed(span: Fields): SpanView {
  const attributes = attributesOf(span);
  const vitals = Object.entries(attributes).flatMap(([key, value]) => {
    const [, name] = /^browser\.web_vital\.(.+)\.value$/.exec(key) ?? [];
    return name === undefined ? [] : [[name, value as number] as const];
  });
  return {
    uuid: span['span_id'] as string,
    parentId: textOr(span['parent_span_id'], null),
    traceId: span['trace_id'] as string,
    name: span['name'] as string,
    op: textOr(attributes['sentry.op'], null),
    status: span['status'] as string,
    ...timesOf(span['start_timestamp'], span['end_timestamp']),
    release: textOr(attributes['sentry.release'], null),
    environment: textOr(attributes['sentry.environment'], null),
    metrics: Object.fromEntries(vitals),
  };
}

/** `{ a: { value: 1, type: 'integer' } }` → `{ a: 1 }`. */
export const attributesOf = ({ attributes }: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fieldsOf(attributes)).map(([key, one]) => [key, fieldsOf(one)['value']]));

function timesOf(from: unknown, to: unknown): Pick<SpanView, 'startTime' | 'endTime' | 'duration'> {
  const [start, end] = [momentOf(from as number | string), momentOf(to as number | string)];
  return { startTime: isoOf(start), endTime: isoOf(end), duration: between(start, end) };
}
