import protobuf from 'protobufjs';
import path from 'node:path';
import type { OtlpSignal } from '../event.js';

const PROTO = path.resolve(import.meta.dirname, '../../proto/others.proto');

const NAMES: Readonly<Record<OtlpSignal, string>> = { traces: 'Traces', logs: 'Logs', metrics: 'Metrics' };

const root = protobuf.loadSync(PROTO);

/** Returns the type of a signal's request or response as the schema describes it. */
export const typeOf = (signal: OtlpSignal, message: 'Request' | 'Response'): protobuf.Type =>
  root.lookupType(`otlp.${NAMES[signal]}${message}`);

const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/**
 * Lists that the schema has as packed pieces, and how they are packed: here in two pieces, if they have more than one number. Buckets of
 * exponential histograms have an offset beside them.
 */
function pack(key: string, value: unknown, beside: object): unknown {
  if (IDS.has(key) && typeof value === 'string') return Buffer.from(value, 'hex').toString('base64');
  if (!Array.isArray(value) || (key !== 'bucketCounts' && key !== 'explicitBounds')) return value;
  const numbers = (value as (number | string)[]).map(Number);
  const pieces = numbers.length > 1 ? [numbers.slice(0, 1), numbers.slice(1)] : [numbers];
  return pieces.map((piece) => {
    const writer = protobuf.Writer.create();
    for (const one of piece) {
      if (key === 'explicitBounds') writer.double(one);
      else if ('offset' in beside) writer.uint64(one);
      else writer.fixed64(one);
    }
    return Buffer.from(writer.finish()).toString('base64');
  });
}

/** Returns a request in the binary encoding. @param request as OTLP in JSON has it */
export function encodeRequest(signal: OtlpSignal, request: object): Buffer {
  const type = typeOf(signal, 'Request');
  const converted: unknown = JSON.parse(JSON.stringify(request), function (this: object, key, value: unknown) {
    return pack(key, value, this);
  });
  return Buffer.from(type.encode(type.fromObject(converted as object)).finish());
}
