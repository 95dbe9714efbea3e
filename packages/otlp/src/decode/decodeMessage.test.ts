import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import protobuf from 'protobufjs/minimal.js';
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
  const bytes = wrap(wrap(wrap(inner, 2), 2), 1);
  const steps = decodeMessage('metrics', bytes);
  let [pauses, step] = [0, steps.next()];
  for (; step.done !== true; step = steps.next()) pauses += 1;
  expect(pauses).toBe(5);
  expect(JSON.parse(JSON.stringify(step.value))).toEqual(
    JSON.parse(JSON.stringify(decodeAtOnce.metrics(new TolerantReader(bytes)))),
  );
});

test('pauses follow fields that are no records, also if there are thousands of them', () => {
  const gauges = Buffer.from([0x2a, 0x00]);
  const unknown = Buffer.from([0x98, 0x06, 0x01]);
  const many = (field: Buffer, around = 0): Buffer => {
    const bytes = Buffer.concat(Array.from({ length: 20_000 }, () => field));
    return Array.from({ length: around }).reduce<Buffer>((inner, _, index) => wrap(inner, index === 2 ? 1 : 2), bytes);
  };
  const bodies = [many(unknown), many(gauges, 3), many(unknown, 3)];
  expect(bodies.map((bytes) => pausesOf(decodeMessage('metrics', bytes)) >= 20_000 / 512 - 1)).toEqual([
    true,
    true,
    true,
  ]);
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

/** Returns a message as a field of another one. */
function wrap(bytes: Buffer, field: number): Buffer {
  const writer = protobuf.Writer.create();
  return Buffer.from(
    writer
      .uint32((field << 3) | 2)
      .bytes(bytes)
      .finish(),
  );
}

function pausesOf(steps: Generator<undefined, unknown>): number {
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  return pauses;
}
