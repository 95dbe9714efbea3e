import { type Fields } from './readEnvelope.js';

/** How a field of a message is read: its name in OTLP's JSON, and its kind. */
type Field = readonly [name: string, kind: Kind];
type Kind = 'text' | 'hex' | 'base64' | 'int' | 'bool' | 'fixed64' | 'fixed32' | 'double' | Message;
interface Message {
  readonly fields: Readonly<Record<number, Field>>;
  /** Names of the fields that are lists. */
  readonly lists: readonly string[];
}

const message = (fields: Readonly<Record<number, Field>>, ...lists: readonly string[]): Message => ({ fields, lists });

// Values may contain values, so this message refers to itself through these two.
const valueFields: Record<number, Field> = {};
const anyValue = message(valueFields);
const keyValue = message({ 1: ['key', 'text'], 2: ['value', anyValue] });
Object.assign(valueFields, {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'bool'],
  3: ['intValue', 'int'],
  4: ['doubleValue', 'double'],
  5: ['arrayValue', message({ 1: ['values', anyValue] }, 'values')],
  6: ['kvlistValue', message({ 1: ['values', keyValue] }, 'values')],
  7: ['bytesValue', 'base64'],
} satisfies Record<number, Field>);

const resource = message({ 1: ['attributes', keyValue] }, 'attributes');
const scope = message({ 1: ['name', 'text'], 2: ['version', 'text'] });
const event = message(
  { 1: ['timeUnixNano', 'fixed64'], 2: ['name', 'text'], 3: ['attributes', keyValue] },
  'attributes',
);
const span = message(
  {
    1: ['traceId', 'hex'],
    2: ['spanId', 'hex'],
    4: ['parentSpanId', 'hex'],
    5: ['name', 'text'],
    6: ['kind', 'int'],
    7: ['startTimeUnixNano', 'fixed64'],
    8: ['endTimeUnixNano', 'fixed64'],
    9: ['attributes', keyValue],
    11: ['events', event],
    15: ['status', message({ 2: ['message', 'text'], 3: ['code', 'int'] })],
  },
  'attributes',
  'events',
);
const record = message(
  {
    1: ['timeUnixNano', 'fixed64'],
    2: ['severityNumber', 'int'],
    3: ['severityText', 'text'],
    5: ['body', anyValue],
    6: ['attributes', keyValue],
    9: ['traceId', 'hex'],
    10: ['spanId', 'hex'],
    11: ['observedTimeUnixNano', 'fixed64'],
    12: ['eventName', 'text'],
  },
  'attributes',
);
const time: Field = ['timeUnixNano', 'fixed64'];
const dataOf = (point: Message): Message =>
  message({ 1: ['dataPoints', point], 2: ['aggregationTemporality', 'int'], 3: ['isMonotonic', 'bool'] }, 'dataPoints');
const numbers = dataOf(message({ 3: time, 4: ['asDouble', 'double'], 6: ['asInt', 'fixed64'] }));
const counted: Readonly<Record<number, Field>> = { 3: time, 4: ['count', 'fixed64'], 5: ['sum', 'double'] };
const metric = message({
  1: ['name', 'text'],
  5: ['gauge', numbers],
  7: ['sum', numbers],
  9: ['histogram', dataOf(message({ ...counted, 11: ['min', 'double'], 12: ['max', 'double'] }))],
  10: ['exponentialHistogram', dataOf(message({ ...counted, 12: ['min', 'double'], 13: ['max', 'double'] }))],
  11: ['summary', dataOf(message({ 3: time }))],
});

const request = (signal: string, items: string, item: Message): Message => {
  const scoped = message({ 1: ['scope', scope], 2: [items, item] }, items);
  const group = message({ 1: ['resource', resource], 2: [`scope${signal}`, scoped] }, `scope${signal}`);
  return message({ 1: [`resource${signal}`, group] }, `resource${signal}`);
};

const requests = {
  '/v1/traces': request('Spans', 'spans', span),
  '/v1/logs': request('Logs', 'logRecords', record),
  '/v1/metrics': request('Metrics', 'metrics', metric),
};

/**
 * Returns a binary request of OTLP in the form of its JSON, as far as tests compare it. Written from the wire format, so that it
 * shares nothing with the decoder under test.
 */
export function readOtlpBinary(bytes: Buffer, path: string): Fields {
  return readMessage(bytes, requests[path as keyof typeof requests]);
}

/** The number and the text of the `partial_success` of a binary response. */
export function readPartialSuccess(bytes: Buffer): { readonly rejected: number; readonly message: string } {
  const inner = message({ 1: ['rejected', 'int'], 2: ['message', 'text'] });
  const { partial = {} } = readMessage(bytes, message({ 1: ['partial', inner] }));
  const { rejected = 0, message: text = '' } = partial as { rejected?: number; message?: string };
  return { rejected, message: text };
}

/** The message of a `google.rpc.Status`. */
export const readStatusMessage = (bytes: Buffer): unknown =>
  readMessage(bytes, message({ 2: ['message', 'text'] }))['message'];

function readMessage(bytes: Buffer, { fields, lists }: Message): Fields {
  const found: Record<string, unknown> = {};
  let at = 0;
  const readVarint = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('the message ends within a number');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7n;
    }
  };
  const take = (length: number): Buffer => {
    const taken = bytes.subarray(at, at + length);
    at += length;
    return taken;
  };
  while (at < bytes.length) {
    const tag = Number(readVarint());
    const type = tag & 7;
    const raw = type === 0 ? readVarint() : take(type === 1 ? 8 : type === 5 ? 4 : Number(readVarint()));
    const [name, kind] = fields[tag >> 3] ?? [];
    if (name === undefined || kind === undefined) continue;
    const value = readValue(raw, kind);
    if (lists.includes(name)) ((found[name] ??= []) as unknown[]).push(value);
    else found[name] = value;
  }
  return found;
}

function readValue(raw: Buffer | bigint, kind: Kind): unknown {
  if (typeof raw === 'bigint') return kind === 'bool' ? raw === 1n : Number(BigInt.asIntN(64, raw));
  if (typeof kind === 'object') return readMessage(raw, kind);
  switch (kind) {
    case 'hex':
      return raw.toString('hex');
    case 'base64':
      return raw.toString('base64');
    case 'fixed64':
      return String(raw.readBigUInt64LE());
    case 'fixed32':
      return raw.readUInt32LE();
    case 'double':
      return raw.readDoubleLE();
    case 'text':
    case 'int':
    case 'bool':
      return raw.toString();
  }
}
