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

/** Returns a request in the binary encoding. @param request as OTLP in JSON has it */
export function encodeRequest(signal: OtlpSignal, request: object): Buffer {
  const type = typeOf(signal, 'Request');
  const converted: unknown = JSON.parse(JSON.stringify(request), (key, value: unknown) =>
    IDS.has(key) && typeof value === 'string' ? Buffer.from(value, 'hex').toString('base64') : value,
  );
  return Buffer.from(type.encode(type.fromObject(converted as object)).finish());
}
