import fc from 'fast-check';

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 90 }));
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((id) => Buffer.from(id).toString('hex'));
const id = (bytes: number) =>
  fc.oneof({ weight: 8, arbitrary: hex(bytes) }, fc.constantFrom('', '00'.repeat(bytes)), hex(3));
const time = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  fc.constantFrom('0', '1795894446859000001'),
);
const number = fc.double().map((value) => (Number.isFinite(value) ? value : String(value)));

const { pairs } = fc.letrec<{ value: object; pairs: object[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ intValue: fc.maxSafeInteger() }),
    fc.record({ doubleValue: number }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64')) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: tie('pairs') }) }),
  ),
  pairs: fc.array(fc.record({ key: text, value: tie('value') }), { maxLength: 4 }),
}));
const { value: body } = fc.letrec<{ value: object }>(() => ({
  value: pairs.map((values) => ({ kvlistValue: { values } })),
}));

const exceptionOf = (attributes: object[]): object[] => [
  { key: 'exception.type', value: { stringValue: 'E' } },
  ...attributes,
];
const sender = { resource: fc.record({ attributes: pairs }), scope: fc.record({ name: text }) };
const listOf = (record: fc.Arbitrary<object>) => fc.array(record, { maxLength: 3 });

const span = fc.record({
  traceId: id(16),
  spanId: id(8),
  parentSpanId: id(8),
  traceState: text,
  name: text,
  kind: fc.nat(6),
  startTimeUnixNano: time,
  endTimeUnixNano: time,
  attributes: pairs,
  events: listOf(
    fc.record({ name: fc.constantFrom('exception', 'rows'), timeUnixNano: time, attributes: pairs.map(exceptionOf) }),
  ),
  links: listOf(fc.record({ traceId: id(16), spanId: id(8), attributes: pairs })),
  status: fc.record({ code: fc.nat(2), message: text }),
});
const record = fc.record({
  timeUnixNano: time,
  observedTimeUnixNano: time,
  severityNumber: fc.nat(25),
  severityText: fc.constantFrom('', 'WARN', 'x'),
  body: fc.oneof(body, fc.record({ stringValue: text }), fc.constant({})),
  attributes: fc.oneof(pairs, pairs.map(exceptionOf)),
  traceId: id(16),
  spanId: id(8),
  eventName: text,
});

const count = fc.oneof(fc.nat(5).map(String), fc.nat(5), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String));
const counts = fc.array(fc.oneof(fc.nat(3), fc.nat(3).map(String)), { maxLength: 6 });
const point = { timeUnixNano: time, attributes: pairs, flags: fc.constantFrom(0, 0, 0, 1, 3) };
const numbered = fc.oneof(
  fc.record({ ...point, asDouble: number }),
  fc.record({ ...point, asInt: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
  fc.record(point),
);
const extremes = { sum: number, min: number, max: number };
const withExtremes = (record: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(fc.record(record), fc.record(extremes, { requiredKeys: [] })).map(([one, some]) => ({ ...one, ...some }));
const bucketed = withExtremes({
  ...point,
  count,
  bucketCounts: counts,
  explicitBounds: fc.oneof(fc.array(number, { maxLength: 5 }), fc.constant([0, 5, 10])),
});
const side = fc.record({ offset: fc.integer({ min: -40, max: 40 }), bucketCounts: counts });
const exponential = withExtremes({
  ...point,
  count,
  scale: fc.integer({ min: -12, max: 22 }),
  zeroCount: count,
  positive: side,
  negative: side,
});
const kind = { aggregationTemporality: fc.nat(2), isMonotonic: fc.boolean() };
const pointsOf = (one: fc.Arbitrary<object>, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ ...more, dataPoints: fc.array(one, { maxLength: 3 }) });
const histogram = { aggregationTemporality: fc.constantFrom(1, 1, 1, 2) };
const metric = fc.oneof(
  fc.record({ name: text, gauge: pointsOf(numbered) }),
  fc.record({ name: text, sum: pointsOf(numbered, kind) }),
  fc.record({ name: text, histogram: pointsOf(bucketed, histogram) }),
  fc.record({ name: text, exponentialHistogram: pointsOf(exponential, histogram) }),
  fc.record({ name: text, summary: pointsOf(fc.record(point)) }),
);

/** Requests with any values, also invalid ones, as OTLP in JSON has them. */
export const REQUESTS = {
  traces: fc.record({
    resourceSpans: listOf(
      fc.record({ ...sender, scopeSpans: listOf(fc.record({ scope: sender.scope, spans: listOf(span) })) }),
    ),
  }),
  logs: fc.record({
    resourceLogs: listOf(
      fc.record({ ...sender, scopeLogs: listOf(fc.record({ scope: sender.scope, logRecords: listOf(record) })) }),
    ),
  }),
  metrics: fc.record({
    resourceMetrics: listOf(
      fc.record({ ...sender, scopeMetrics: listOf(fc.record({ scope: sender.scope, metrics: listOf(metric) })) }),
    ),
  }),
};
