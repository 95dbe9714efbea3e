import type { UnknownObject } from '@sluice/contract';
import { decodeJson } from './decode/decodeJson.js';
import { findLargeRecord } from './decode/findLargeRecord.js';
import { decodeProtobuf, type ReserveMemory } from './decode/decodeProtobuf.js';
import type { Decoded, OtlpEncoding, OtlpProblem, OtlpSignal, OtlpTranslation } from './event.js';
import { translateMetrics } from './metrics/translateMetrics.js';
import { translateRecords } from './translateRecords.js';

/** Functions that the caller provides to read a body. */
export interface BodyReader {
  /** Parses JSON within the caller's bounds, in steps; `undefined` if the bytes are not JSON. */
  readonly parse: (bytes: Buffer) => Generator<undefined, unknown>;
  /** Acquires the memory of decoded messages of the binary encoding, and of values of histograms. */
  readonly reserve: ReserveMemory;
}

/**
 * Returns the events of an OTLP request, or the reason why all of it is refused. Equal requests give equal events, in both encodings.
 * Never throws; takes linear time. Yields after each record, so that the caller can do other work in between.
 *
 * @param bytes of the body, decompressed
 */
export function* translateOtlp(
  signal: OtlpSignal,
  encoding: OtlpEncoding,
  bytes: Buffer,
  reader: BodyReader,
): Generator<undefined, OtlpTranslation | OtlpProblem> {
  return encoding === 'json'
    ? yield* translateJson(signal, decodeJson(signal, yield* reader.parse(bytes)), reader.reserve)
    : yield* translateProtobuf(signal, bytes, reader.reserve);
}

function* translateJson(
  signal: OtlpSignal,
  decoded: Decoded | OtlpProblem,
  reserve: ReserveMemory,
): Generator<undefined, OtlpTranslation | OtlpProblem> {
  if ('problem' in decoded) return decoded;
  const { request } = decoded;
  const problem = yield* findLargeRecord(signal, request);
  if (problem !== undefined) return problem;
  const translation = yield* translate(signal, request, reserve);
  const ignored = ORIGINAL_NAMES[signal];
  if ('problem' in translation || !Object.hasOwn(request, ignored)) return translation;
  return { ...translation, warning: `"${ignored}" is ignored: the names of OTLP in JSON are in lowerCamelCase.` };
}

function* translateProtobuf(
  signal: OtlpSignal,
  bytes: Buffer,
  reserve: ReserveMemory,
): Generator<undefined, OtlpTranslation | OtlpProblem> {
  const decoded = yield* decodeProtobuf(signal, bytes, reserve);
  return 'problem' in decoded ? decoded : yield* translate(signal, decoded.request, reserve);
}

const translate = (
  signal: OtlpSignal,
  request: UnknownObject,
  reserve: ReserveMemory,
): Generator<undefined, OtlpTranslation | OtlpProblem> =>
  signal === 'metrics' ? translateMetrics(request, reserve) : translateRecords(signal, request);

/** Names in the `.proto` files, which other JSON formats of Protocol Buffers accept. */
const ORIGINAL_NAMES: Readonly<Record<OtlpSignal, string>> = {
  traces: 'resource_spans',
  logs: 'resource_logs',
  metrics: 'resource_metrics',
};
