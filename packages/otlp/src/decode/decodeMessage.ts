import type { UnknownObject } from '@sluice/contract';
import protobuf from 'protobufjs/minimal.js';
import type { OtlpSignal } from '../event.js';
import { otlp } from '../generated/otlp.js';
import { RECORD_LISTS } from '../recordLists.js';

/** Decodes a message of a type. It throws if the bytes are malformed. */
type Decode = (reader: protobuf.Reader, length?: number, endGroup?: undefined, depth?: number) => UnknownObject;

/** A message that contains a list of messages, and their list, down to the records. */
interface Level {
  readonly decode: Decode;
  /** Name and number of the list. */
  readonly list: string;
  readonly field: number;
}

/** The generated decoder has no types. */
const DECODERS = otlp as unknown as Readonly<Record<string, { readonly decode: Decode } | undefined>>;

function decoderOf(name: string): Decode {
  const decoder = DECODERS[name];
  if (decoder === undefined) throw new Error(`the generated decoder has no message ${name}`);
  return decoder.decode;
}

/** Decodes a record, and yields after it. */
type DecodeRecord = (bytes: Buffer, depth: number) => Generator<undefined, UnknownObject>;

/** Messages above the records, and the records. */
interface Records {
  readonly levels: readonly Level[];
  readonly decodeRecord: DecodeRecord;
}

const levelOf = (message: string, list: string, field: number): Level => ({ decode: decoderOf(message), list, field });

function signalOf(signal: OtlpSignal, request: string, decodeRecord: DecodeRecord): Records {
  const [resources, scopes, records] = RECORD_LISTS[signal];
  const levels = [
    levelOf(request, resources, 1),
    levelOf(typeOf(resources), scopes, 2),
    levelOf(typeOf(scopes), records, 2),
  ];
  return { levels, decodeRecord };
}

/** Name of the message in a list of resources or scopes: `ResourceSpans` for `resourceSpans`. */
const typeOf = (list: string): string => list.slice(0, 1).toUpperCase() + list.slice(1);

function recordOf(message: string): DecodeRecord {
  const decode = decoderOf(message);
  return function* (bytes, depth) {
    const record = decode(new TolerantReader(bytes), undefined, undefined, depth);
    yield;
    return record;
  };
}

/** Reads text that is not valid UTF-8 with U+FFFD, as in batches. The default refuses the whole request. */
export class TolerantReader extends protobuf.BufferReader {
  override stringVerify(): string {
    return this.string();
  }
}

/** Returns the points of a kind of metrics, which are lists of their own: one metric may have all points of a request. */
const pointsOf = (message: string, point: string): Records => ({
  levels: [levelOf(message, 'dataPoints', 1)],
  decodeRecord: recordOf(point),
});

/** The kinds of metrics, by their field. */
const KINDS: ReadonlyMap<number, readonly [name: string, points: Records]> = new Map([
  [5, ['gauge', pointsOf('Gauge', 'NumberDataPoint')]],
  [7, ['sum', pointsOf('Sum', 'NumberDataPoint')]],
  [9, ['histogram', pointsOf('Histogram', 'HistogramDataPoint')]],
  [10, ['exponentialHistogram', pointsOf('ExponentialHistogram', 'ExponentialHistogramDataPoint')]],
  [11, ['summary', pointsOf('Summary', 'SummaryDataPoint')]],
]);

const SIGNALS: Readonly<Record<OtlpSignal, Records>> = {
  traces: signalOf('traces', 'TracesRequest', recordOf('Span')),
  logs: signalOf('logs', 'LogsRequest', recordOf('LogRecord')),
  metrics: signalOf('metrics', 'MetricsRequest', decodeMetric),
};

/** Decodes a request, and yields after each span, log record and data point. Throws if the bytes are malformed, like the generated decoder. */
export const decodeMessage = (signal: OtlpSignal, bytes: Buffer): Generator<undefined, UnknownObject> =>
  decodeLevel(bytes, SIGNALS[signal], 0);

const DELIMITED = 2;

/** Fields of a message above the records that are read between two pauses: a message without records takes about 2 µs. */
const STEP = 512;

function* decodeLevel(bytes: Buffer, records: Records, depth: number): Generator<undefined, UnknownObject> {
  const { levels, decodeRecord } = records;
  const level = levels[depth];
  if (level === undefined) throw new Error('there is no level above the records');
  const isLast = depth === levels.length - 1;
  const reader = new TolerantReader(bytes);
  const elements: UnknownObject[] = [];
  const others = createParts(bytes);
  for (let fields = 1; reader.pos < bytes.length; fields += 1) {
    const start = reader.pos;
    const tag = reader.tag();
    if (tag !== ((level.field << 3) | DELIMITED)) {
      reader.skipType(tag & 7, depth, tag >>> 3);
      others.add(start, reader.pos);
    } else {
      const element = readBytes(reader, bytes);
      elements.push(yield* isLast ? decodeRecord(element, depth + 1) : decodeLevel(element, records, depth + 1));
    }
    if (fields % STEP === 0) yield;
  }
  const message = level.decode(new TolerantReader(others.join()), undefined, undefined, depth);
  return { ...message, [level.list]: elements };
}

/** Decodes a metric point by point. A kind that occurs again is continued, as everywhere in Protocol Buffers. */
function* decodeMetric(bytes: Buffer, depth: number): Generator<undefined, UnknownObject> {
  const reader = new TolerantReader(bytes);
  const found = new Map<number, Parts>();
  const others = createParts(bytes);
  for (let fields = 1; reader.pos < bytes.length; fields += 1) {
    const start = reader.pos;
    const tag = reader.tag();
    const field = tag >>> 3;
    if ((tag & 7) === DELIMITED && KINDS.has(field)) {
      const size = reader.size();
      const from = reader.pos;
      reader.skip(size);
      const parts = found.get(field) ?? createParts(bytes);
      parts.add(from, reader.pos);
      found.set(field, parts);
    } else {
      reader.skipType(tag & 7, depth, field);
      others.add(start, reader.pos);
    }
    if (fields % STEP === 0) yield;
  }
  const metric = { ...METRIC(new TolerantReader(others.join()), undefined, undefined, depth) };
  for (const [field, parts] of found) {
    const [name, points] = KINDS.get(field) ?? [];
    if (name !== undefined && points !== undefined) metric[name] = yield* decodeLevel(parts.join(), points, 0);
  }
  yield;
  return metric;
}

const METRIC = decoderOf('Metric');

function readBytes(reader: TolerantReader, bytes: Buffer): Buffer {
  const size = reader.size();
  const from = reader.pos;
  reader.skip(size);
  return bytes.subarray(from, reader.pos);
}

/** Parts of a message, which are joined at last. */
interface Parts {
  readonly add: (start: number, end: number) => void;
  readonly join: () => Buffer;
}

/** Returns no parts yet. Parts without a gap are one: fields of two bytes each would take fifty times as much memory. */
function createParts(bytes: Buffer): Parts {
  const parts: { start: number; end: number }[] = [];
  let length = 0;
  return {
    add: (start, end) => {
      const last = parts.at(-1);
      length += end - start;
      if (last?.end === start) last.end = end;
      else if (end > start) parts.push({ start, end });
    },
    join: () => {
      const joined = Buffer.allocUnsafe(length);
      let at = 0;
      for (const { start, end } of parts) at += bytes.copy(joined, at, start, end);
      return joined;
    },
  };
}
