import { inflatedBody, type Capture } from '@sluice/testkit/captures';
import {
  clean,
  joinExpectations,
  nothing,
  type ExceptionView,
  type Expectation,
  type FrameView,
  type LogView,
  type SpanView,
} from './expectation.js';
import { between, isoOf, momentOfNanos } from './moments.js';
import { fieldsOf, jsonOf, listOf, textOr, type Fields } from './readEnvelope.js';
import { readOtlpBinary } from './readOtlpBinary.js';

interface Origin {
  readonly resource: Fields;
}

/** Computes from the bytes of a request of an OTLP exporter, in either encoding, what it should lead to. */
export function expectOtlp(capture: Capture): Expectation {
  const request = readOtlp(capture);
  const groups = [...listOf(request['resourceSpans']), ...listOf(request['resourceLogs'])];
  const all = groups.flatMap((group) => {
    const origin = { resource: attributesOf(fieldsOf(group['resource'])) };
    return [
      ...itemsIn(group, 'scopeSpans', 'spans').map((span) => expectSpan(span, origin)),
      ...itemsIn(group, 'scopeLogs', 'logRecords').map((record) => expectRecord(record, origin)),
    ];
  });
  const metrics = listOf(request['resourceMetrics']).flatMap((group) => itemsIn(group, 'scopeMetrics', 'metrics'));
  return joinExpectations([...all, ...metrics.map(expectMetric)]);
}

/** Returns a request in the form of OTLP's JSON. */
function readOtlp(capture: Capture): Fields {
  const body = inflatedBody(capture);
  const isJson = capture.headers['content-type'] === 'application/json';
  return isJson ? jsonOf({ payload: body }) : readOtlpBinary(body, capture.url);
}

/** Returns the plain value of an `AnyValue`. */
function plain(value: unknown): unknown {
  const fields = fieldsOf(value);
  const [[kind, inner] = ['', undefined]] = Object.entries(fields);
  if (kind === 'arrayValue') return listOf(inner).map(plain);
  if (kind === 'kvlistValue') return attributesOf({ attributes: fieldsOf(inner)['values'] });
  if (kind === 'intValue') return Number(inner);
  return typeof inner === 'string' ? clean(inner) : inner;
}

const attributesOf = ({ attributes }: Fields): Record<string, unknown> =>
  Object.fromEntries(listOf(attributes).map(({ key, value }) => [key as string, plain(value)]));

const itemsIn = (group: Fields, scopes: string, items: string): Fields[] =>
  listOf(group[scopes]).flatMap((one) => listOf(one[items]));

/** The release and the environment of a resource. */
const placeOf = ({ resource }: Origin) => ({
  release: textOr(resource['service.version'], null),
  environment: textOr(resource['deployment.environment.name'], textOr(resource['deployment.environment'], null)),
});

const idOf = (id: unknown): string | null => (typeof id === 'string' && id !== '' ? id.toLowerCase() : null);

/** Of the recorded metrics, cumulative ones that only grow are refused. */
function expectMetric(metric: Fields): Expectation {
  const name = textOr(metric['name'], '');
  const [kind = '', data] = Object.entries(metric).find(([, value]) => fieldsOf(value)['dataPoints']) ?? [];
  const { aggregationTemporality, isMonotonic, dataPoints } = fieldsOf(data);
  const points = listOf(dataPoints);
  const isRefused = kind !== 'gauge' && aggregationTemporality === 2 && (kind !== 'sum' || isMonotonic === true);
  if (isRefused) return { ...nothing, refusedPoints: points.length };
  const metrics = points.map(({ asDouble, asInt, count, sum, min, max }) => {
    if (kind === 'gauge' || kind === 'sum') {
      const value = Number(asDouble ?? asInt);
      return { name, count: 1, sum: value, min: value, max: value };
    }
    return { name, count: Number(count), sum: Number(sum), min: Number(min), max: Number(max) };
  });
  return { ...nothing, metrics };
}

function expectSpan(span: Fields, origin: Origin): Expectation {
  const start = momentOfNanos(span['startTimeUnixNano'] as string);
  const end = momentOfNanos(span['endTimeUnixNano'] as string);
  const view: SpanView = {
    uuid: idOf(span['spanId']) ?? '',
    parentId: idOf(span['parentSpanId']),
    traceId: idOf(span['traceId']) ?? '',
    name: textOr(span['name'], ''),
    op: opOf(Number(span['kind']), attributesOf(span)),
    status: fieldsOf(span['status'])['code'] === 2 ? 'error' : 'ok',
    startTime: isoOf(start),
    endTime: isoOf(end),
    duration: between(start, end),
    ...placeOf(origin),
    metrics: {},
  };
  const exceptions = listOf(span['events'])
    .filter(({ name }) => name === 'exception')
    .map((event): ExceptionView => {
      const where = { traceId: view.traceId, spanId: view.uuid, level: 'error', time: event['timeUnixNano'] };
      return expectException(attributesOf(event), where, origin);
    });
  return { ...nothing, spans: [view], exceptions };
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'];

function opOf(kind: number, attributes: Fields): string {
  const has = (prefix: string): boolean => Object.keys(attributes).some((key) => key.startsWith(prefix));
  const isHttp = has('http.request.method') || has('http.method');
  if (isHttp && kind === 2) return 'http.server';
  if (isHttp && kind === 3) return 'http.client';
  if (has('db.system')) return 'db';
  return KINDS[kind] ?? '';
}

interface Where {
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly level: string;
  readonly time: unknown;
}

function expectException(attributes: Fields, { time, ...where }: Where, origin: Origin): ExceptionView {
  return {
    ...where,
    type: textOr(attributes['exception.type'], 'Error'),
    message: textOr(attributes['exception.message'], ''),
    frames: framesOf(textOr(attributes['exception.stacktrace'], '')),
    causes: [],
    sourceLine: null,
    vars: null,
    handled: null,
    platform: null,
    timestamp: isoOf(momentOfNanos(time as string)),
    breadcrumbs: 0,
    tags: {},
    ...placeOf(origin),
    replayId: null,
    contexts: {},
  };
}

/** The frames of a stack of V8. */
function framesOf(stack: string): FrameView[] {
  return stack
    .split('\n')
    .map((line) => /^ {4}at (?:(?<name>.*) \()?(?<file>.+?):(?<line>\d+):(?<column>\d+)\)?$/.exec(line)?.groups)
    .filter((groups) => groups !== undefined)
    .map(({ name = '', file = '', line, column }) => ({
      file: file.replace(/^async /, ''),
      function: name.replace(/^async /, ''),
      module: null,
      line: Number(line),
      column: Number(column),
    }));
}

const BANDS = ['trace', 'debug', 'info', 'warning', 'error', 'fatal'];
const WORDS: Readonly<Record<string, string>> = { WARN: 'warning', NOTICE: 'info' };

function levelOf({ severityNumber, severityText }: Fields): string {
  const number = Number(severityNumber ?? 0);
  if (number > 0) return BANDS[Math.ceil(number / 4) - 1] ?? '';
  const word = textOr(severityText, 'info');
  return WORDS[word.toUpperCase()] ?? word.toLowerCase();
}

function expectRecord(record: Fields, origin: Origin): Expectation {
  const attributes = attributesOf(record);
  const time = [record['timeUnixNano'], record['observedTimeUnixNano']].find((one) => Number(one ?? 0) > 0);
  const where = { traceId: idOf(record['traceId']), spanId: idOf(record['spanId']) };
  const body = plain(record['body']);
  const isException = 'exception.type' in attributes || 'exception.message' in attributes;
  const exceptions = isException
    ? [expectException(attributes, { ...where, level: levelOf(record), time }, origin)]
    : [];
  const log: LogView = {
    ...where,
    level: levelOf(record),
    message: typeof body === 'string' ? body : JSON.stringify(body),
    timestamp: isoOf(momentOfNanos(time as string)),
    ...placeOf(origin),
    attributes: {
      ...Object.fromEntries(Object.entries(attributes).filter(([key]) => !key.startsWith('exception.'))),
      ...(typeof body === 'object' ? { body } : {}),
      ...(record['eventName'] && !isException ? { 'event.name': record['eventName'] } : {}),
    },
  };
  return { ...nothing, logs: [log], exceptions };
}
