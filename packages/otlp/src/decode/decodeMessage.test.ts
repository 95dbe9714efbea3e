import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { OtlpSignal } from '../event.js';
import { REQUESTS } from '../testing/arbitraryRequests.js';
import { otlp } from '../generated/otlp.js';
import { encodeRequest } from '../testing/encodeRequest.js';
import { TolerantReader, decodeMessage } from './decodeMessage.js';

type Decode = (reader: TolerantReader) => object;
const { TracesRequest, LogsRequest, MetricsRequest } = otlp as unknown as Readonly<
  Record<string, { readonly decode: Decode }>
>;
const decodeAtOnce = {
  traces: TracesRequest?.decode ?? fail,
  logs: LogsRequest?.decode ?? fail,
  metrics: MetricsRequest?.decode ?? fail,
};

function fail(): never {
  throw new Error('the generated decoder lacks a request');
}

test.each(['traces', 'logs', 'metrics'] as const)('%s are decoded record by record as they are at once', (signal) => {
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

test('a pause follows each point of a metric, and the parts of a kind that occurs twice are joined', () => {
  const gauge = (asInt: number): Buffer =>
    encodeRequest('metrics', {
      resourceMetrics: [{ scopeMetrics: [{ metrics: [{ gauge: { dataPoints: [{ asInt }, {}] } }] }] }],
    });
  // Tag and length of the resource, the scope and the metric.
  const HEAD = 6;
  const inner = Buffer.concat([gauge(1).subarray(HEAD), gauge(2).subarray(HEAD)]);
  const wrap = (bytes: Buffer, field: number): Buffer =>
    Buffer.concat([Buffer.from([(field << 3) | 2, bytes.length]), bytes]);
  const bytes = wrap(wrap(wrap(inner, 2), 2), 1);
  const steps = decodeMessage('metrics', bytes);
  let [pauses, step] = [0, steps.next()];
  for (; step.done !== true; step = steps.next()) pauses += 1;
  expect(pauses).toBe(5);
  expect(JSON.parse(JSON.stringify(step.value))).toEqual(
    JSON.parse(JSON.stringify(decodeAtOnce.metrics(new TolerantReader(bytes)))),
  );
});

function decodeInSteps(signal: OtlpSignal, bytes: Buffer): object {
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
