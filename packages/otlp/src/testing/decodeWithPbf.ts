import { PbfReader } from 'pbf';
import { compile } from 'pbf/compile';
import schema from 'protocol-buffers-schema';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OtlpSignal } from '../event.js';

const PROTO = path.resolve(import.meta.dirname, '../../proto/otlp.proto');

const decoders = compile(schema.parse(readFileSync(PROTO, 'utf8')));

/** Decodes a request with `pbf`, which shares no code with the generated decoder. 64-bit integers are doubles. */
export function decodeWithPbf(signal: Exclude<OtlpSignal, 'metrics'>, bytes: Uint8Array): object {
  const read = decoders[signal === 'traces' ? 'readTracesRequest' : 'readLogsRequest'];
  if (read === undefined) throw new Error('the schema has no such request');
  // It reads numbers from the start of the memory that the bytes are in.
  return read(new PbfReader(Uint8Array.from(bytes)));
}
