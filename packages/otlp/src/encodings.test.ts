import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Message, Type } from 'protobufjs';
import { otlp } from './generated/otlp.js';
import { REQUESTS } from './testing/arbitraryRequests.js';
import { encodeRequest, typeOf } from './testing/encodeRequest.js';
import { translateBinary, translateBytes, translateJson } from './testing/translate.js';

describe.each(['traces', 'logs', 'metrics'] as const)('%s', (signal) => {
  test('have equal events in both encodings', () => {
    fc.assert(
      fc.property(REQUESTS[signal], (request) => {
        expect(JSON.stringify(translateBinary(signal, request))).toBe(JSON.stringify(translateJson(signal, request)));
      }),
      { numRuns: 200 },
    );
  });

  test('of broken bytes are events or a problem, and the generated decoder reads them as the schema says', () => {
    const { TracesRequest, LogsRequest, MetricsRequest } = otlp as unknown as Generated;
    const generated = { traces: TracesRequest, logs: LogsRequest, metrics: MetricsRequest }[signal];
    const type = typeOf(signal, 'Request');
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(REQUESTS[signal], changes, (request, changed) => {
        const bytes = encodeRequest(signal, request);
        for (const [at, byte] of changed) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        expect(['events', 'problem']).toContain(Object.keys(translateBytes(signal, 'protobuf', bytes)).sort()[0]);
        expect(decodedBy(generated, type, bytes)).toBe(decodedBy({ decode: (all) => type.decode(all) }, type, bytes));
      }),
      { numRuns: 200 },
    );
  });
});

interface Decoder {
  readonly decode: (bytes: Uint8Array) => object;
}

interface Generated {
  readonly TracesRequest: Decoder;
  readonly LogsRequest: Decoder;
  readonly MetricsRequest: Decoder;
}

/** Returns the result of a decoder, or its error, as text. */
function decodedBy({ decode }: Decoder, type: Type, bytes: Buffer): string {
  try {
    return JSON.stringify(type.toObject(decode(bytes) as Message, { longs: String, bytes: String }));
  } catch (error) {
    return String(error);
  }
}
