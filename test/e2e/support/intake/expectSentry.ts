import { gunzipSync, inflateSync } from 'node:zlib';
import { inflatedBody, type Capture } from '@sluice/testkit/captures';
import {
  joinExpectations,
  nothing,
  type Expectation,
  type LogView,
  type MetricView,
  type SegmentView,
} from './expectation.js';
import { isoOf, momentOf } from './moments.js';
import {
  fieldsOf,
  jsonOf,
  listOf,
  readEnvelope,
  textOr,
  type EnvelopeItem,
  type Envelope,
  type Fields,
} from './readEnvelope.js';
import { expectCsp } from './sentryCsp.js';
import { expectException } from './sentryExceptions.js';
import { attributesOf, expectSpan, expectStreamed, expectTransaction } from './sentrySpans.js';

/** Computes from the bytes of a request of a Sentry SDK what it should lead to. */
export function expectSentry(capture: Capture): Expectation {
  const body = inflatedBody(capture);
  const [path = '', query = ''] = capture.url.split('?');
  if (path.endsWith('/store/')) return { ...nothing, exceptions: [expectException(jsonOf({ payload: body }), {})] };
  if (path.endsWith('/security/')) return { ...nothing, exceptions: expectCsp(body, new URLSearchParams(query)) };
  const envelope = readEnvelope(body);
  return joinExpectations(envelope.items.map((item) => expectItem(item, envelope)));
}

/** The id in the response, without dashes; `undefined` if the request has none. */
export function expectedId(capture: Capture): string | undefined {
  if (capture.url.includes('/security/')) return undefined;
  const body = inflatedBody(capture);
  const fields = capture.url.includes('/store/') ? jsonOf({ payload: body }) : readEnvelope(body).header;
  return textOr(fields['event_id'], undefined)?.replaceAll('-', '');
}

function expectItem(item: EnvelopeItem, { header, items }: Envelope): Expectation {
  const { type, content_type: contentType } = item.header as { type: string; content_type?: string };
  switch (type) {
    case 'event':
      return { ...nothing, exceptions: [expectException(jsonOf(item), header)] };
    case 'transaction':
      return { ...nothing, spans: expectTransaction(jsonOf(item)) };
    case 'span':
      return { ...nothing, spans: spansOf(item, contentType ?? '') };
    case 'log':
      return { ...nothing, logs: listOf(jsonOf(item)['items']).map(expectLog) };
    case 'trace_metric':
      return { ...nothing, metrics: listOf(jsonOf(item)['items']).map(expectMetric) };
    case 'feedback':
      return { ...nothing, logs: [expectFeedback(jsonOf(item))] };
    case 'replay_event': {
      const recording = items.find((one) => one.header['type'] === 'replay_recording');
      return { ...nothing, segments: recording === undefined ? [] : [expectSegment(jsonOf(item), recording)] };
    }
    case 'replay_recording':
      return nothing;
    case 'client_report':
      return { ...nothing, dropped: droppedIn(jsonOf(item)) };
    default:
      return { ...nothing, notTaken: { [type]: 1 } };
  }
}

function spansOf(item: EnvelopeItem, contentType: string) {
  const fields = jsonOf(item);
  if (contentType.includes('span.v2')) return listOf(fields['items']).map(expectStreamed);
  const { release, environment } = fieldsOf(fields['data']);
  return [expectSpan(fields, { release, environment })];
}

function droppedIn({ discarded_events: discarded }: Fields): Record<string, number> {
  return Object.fromEntries(
    listOf(discarded).map(({ category, reason, quantity }) => [
      `${String(category)} ${String(reason)}`,
      Number(quantity),
    ]),
  );
}

function expectLog(log: Fields): LogView {
  const attributes = attributesOf(log);
  const own = Object.entries(attributes).filter(([key]) => !/^(?:sentry|user)\./.test(key));
  const { level, body, timestamp, trace_id: traceId, span_id: spanId } = log;
  return {
    level: level === 'warn' ? 'warning' : (level as string),
    message: body as string,
    timestamp: isoOf(momentOf(timestamp as number)),
    traceId: textOr(traceId, null),
    spanId: textOr(spanId, textOr(attributes['sentry.trace.parent_span_id'], null)),
    release: textOr(attributes['sentry.release'], null),
    environment: textOr(attributes['sentry.environment'], null),
    attributes: Object.fromEntries(own),
  };
}

function expectMetric({ name, value }: Fields): MetricView {
  const number = value as number;
  return { name: name as string, count: 1, sum: number, min: number, max: number };
}

function expectFeedback(event: Fields): LogView {
  const { feedback, trace } = fieldsOf(event['contexts']);
  const { message, name, contact_email: email, url, associated_event_id: id } = fieldsOf(feedback);
  const attributes = { 'feedback.name': name, 'feedback.email': email, 'feedback.url': url, 'event.id': id };
  return {
    level: 'info',
    message: message as string,
    timestamp: isoOf(momentOf(event['timestamp'] as number)),
    traceId: textOr(fieldsOf(trace)['trace_id'], null),
    spanId: textOr(fieldsOf(trace)['span_id'], null),
    release: textOr(event['release'], null),
    environment: textOr(event['environment'], null),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)),
  };
}

function expectSegment({ replay_id: replayId }: Fields, { payload }: EnvelopeItem): SegmentView {
  const end = payload.indexOf(0x0a);
  const { segment_id: segment } = jsonOf({ payload: payload.subarray(0, end) });
  const events = JSON.parse(inflatedRecording(payload.subarray(end + 1)).toString()) as { timestamp: number }[];
  // Events of Sentry's own type have seconds.
  const timeOf = ({ timestamp }: { timestamp: number } = { timestamp: NaN }): string =>
    timestamp > 1e11 ? new Date(timestamp).toISOString() : isoOf(momentOf(timestamp));
  return {
    replayId: replayId as string,
    segment: segment as number,
    startTime: timeOf(events[0]),
    endTime: timeOf(events.at(-1)),
    events,
  };
}

function inflatedRecording(bytes: Buffer): Buffer {
  if (bytes[0] === 0x1f) return gunzipSync(bytes);
  return bytes[0] === 0x78 ? inflateSync(bytes) : bytes;
}
