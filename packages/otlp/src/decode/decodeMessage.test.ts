import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { REQUESTS } from '../testing/arbitraryRequests.js';
import { otlp } from '../generated/otlp.js';
import { encodeRequest } from '../testing/encodeRequest.js';
import { TolerantReader, decodeMessage } from './decodeMessage.js';

type Decode = (reader: TolerantReader) => object;
const { TracesRequest, LogsRequest } = otlp as unknown as Readonly<Record<string, { readonly decode: Decode }>>;
const decodeAtOnce = { traces: TracesRequest?.decode ?? fail, logs: LogsRequest?.decode ?? fail };

function fail(): never {
  throw new Error('the generated decoder lacks a request');
}

test.each(['traces', 'logs'] as const)('%s are decoded record by record as they are at once', (signal) => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 });
  fc.assert(
    fc.property(REQUESTS[signal], changes, (request, changed) => {
      const bytes = encodeRequest(signal, request);
      for (const [at, byte] of changed) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      expect(decoded(() => decodeInSteps(signal, bytes))).toEqual(
        decoded(() => decodeAtOnce[signal](new TolerantReader(bytes))),
      );
    }),
    { numRuns: 300 },
  );
});

test('a pause follows each record', () => {
  const steps = decodeMessage(
    'logs',
    encodeRequest('logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] }),
  );
  expect([steps.next().done, steps.next().done, steps.next().done]).toEqual([false, false, true]);
});

function decodeInSteps(signal: 'traces' | 'logs', bytes: Buffer): object {
  const steps = decodeMessage(signal, bytes);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Returns the fields of a message, or that it is refused. */
function decoded(decode: () => object): unknown {
  try {
    return JSON.parse(JSON.stringify(decode()));
  } catch {
    return 'refused';
  }
}
