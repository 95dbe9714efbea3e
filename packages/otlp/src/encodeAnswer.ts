import type { OtlpEncoding, OtlpSignal } from './event.js';

/** Records of a request that were refused. */
export interface PartialSuccess {
  /** Spans, log records or data points; 0 if all were accepted and the message is a warning. */
  readonly rejected: number;
  readonly message: string;
}

/** The field of `partialSuccess` that counts, in JSON; field 1 in the binary encoding. */
const REJECTED: Readonly<Record<OtlpSignal, string>> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
};

/** Returns the body of an answer with status 200, in the encoding of the request. @param partial absent if everything was accepted */
export function encodeResponse(signal: OtlpSignal, encoding: OtlpEncoding, partial?: PartialSuccess): Buffer {
  if (partial === undefined) return Buffer.from(encoding === 'json' ? '{}' : '');
  const { rejected, message } = partial;
  if (encoding === 'json') {
    // 64-bit integers are text in JSON.
    const counted = { [REJECTED[signal]]: String(rejected), errorMessage: message };
    return Buffer.from(JSON.stringify({ partialSuccess: counted }));
  }
  const counted = rejected === 0 ? [] : [varint(tagOf(1, VARINT)), varint(rejected)];
  return bytesField(1, Buffer.concat([...counted, bytesField(2, Buffer.from(message))]));
}

/** Returns the body of any other answer: a `google.rpc.Status`, in the encoding of the request. */
export function encodeStatus(encoding: OtlpEncoding, message: string): Buffer {
  return encoding === 'json' ? Buffer.from(JSON.stringify({ message })) : bytesField(2, Buffer.from(message));
}

/** Wire types. */
const VARINT = 0;
const BYTES = 2;

const tagOf = (field: number, wireType: number): number => (field << 3) | wireType;

/** A field of text, bytes or a message. */
const bytesField = (field: number, content: Buffer): Buffer =>
  Buffer.concat([varint(tagOf(field, BYTES)), varint(content.length), content]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
