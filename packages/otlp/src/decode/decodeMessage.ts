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

/** Messages of a signal above its records, and the records. */
interface Signal {
  readonly levels: readonly Level[];
  readonly decodeRecord: Decode;
}

function signalOf(signal: OtlpSignal, request: string, record: string): Signal {
  const [resources, scopes, records] = RECORD_LISTS[signal];
  const level = (decode: string, list: string, field: number): Level => ({ decode: decoderOf(decode), list, field });
  return {
    levels: [level(request, resources, 1), level(typeOf(resources), scopes, 2), level(typeOf(scopes), records, 2)],
    decodeRecord: decoderOf(record),
  };
}

/** Name of the message in a list of resources or scopes: `ResourceSpans` for `resourceSpans`. */
const typeOf = (list: string): string => list.slice(0, 1).toUpperCase() + list.slice(1);

const SIGNALS: Readonly<Record<OtlpSignal, Signal>> = {
  traces: signalOf('traces', 'TracesRequest', 'Span'),
  logs: signalOf('logs', 'LogsRequest', 'LogRecord'),
  metrics: signalOf('metrics', 'MetricsRequest', 'Metric'),
};

/** Reads text that is not valid UTF-8 with U+FFFD, as in batches. The default refuses the whole request. */
export class TolerantReader extends protobuf.BufferReader {
  override stringVerify(): string {
    return this.string();
  }
}

/** Decodes a request, and yields after each span, log record and metric. Throws if the bytes are malformed, like the generated decoder. */
export const decodeMessage = (signal: OtlpSignal, bytes: Buffer): Generator<undefined, UnknownObject> =>
  decodeLevel(bytes, SIGNALS[signal], 0);

const DELIMITED = 2;

function* decodeLevel(bytes: Buffer, signal: Signal, depth: number): Generator<undefined, UnknownObject> {
  const { levels, decodeRecord } = signal;
  const level = levels[depth];
  if (level === undefined) throw new Error('there is no level above the records');
  const isLast = depth === levels.length - 1;
  const reader = new TolerantReader(bytes);
  const elements: UnknownObject[] = [];
  const others: Buffer[] = [];
  while (reader.pos < bytes.length) {
    const start = reader.pos;
    const tag = reader.tag();
    if (tag !== ((level.field << 3) | DELIMITED)) {
      reader.skipType(tag & 7, depth, tag >>> 3);
      others.push(bytes.subarray(start, reader.pos));
    } else if (isLast) {
      elements.push(decodeRecord(reader, reader.size(), undefined, depth + 1));
      yield;
    } else {
      const size = reader.size();
      const from = reader.pos;
      reader.skip(size);
      elements.push(yield* decodeLevel(bytes.subarray(from, reader.pos), signal, depth + 1));
    }
  }
  const message = level.decode(new TolerantReader(Buffer.concat(others)), undefined, undefined, depth);
  return { ...message, [level.list]: elements };
}
