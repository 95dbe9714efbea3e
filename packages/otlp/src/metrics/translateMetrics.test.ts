import { describe, expect, test } from '@jest/globals';
import { listCaptures } from '@sluice/testkit/captures';
import { encodeRequest } from '../testing/encodeRequest.js';
import { eventsOf, READER, translateBinary, translateBytes, translateJson } from '../testing/translate.js';

const NOW = '1795894446859123456';
const requestOf = (...metrics: unknown[]): object => ({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
const sumOf = (fields: object, point: object = { asInt: '3', timeUnixNano: NOW }): object => ({
  name: 'orders',
  sum: { ...fields, dataPoints: [point] },
});
const gaugeOf = (point: object): object => ({ name: 'depth', gauge: { dataPoints: [point] } });
const histogramOf = (point: object): object => ({
  name: 'h',
  histogram: { aggregationTemporality: 1, dataPoints: [point] },
});
const exponentialOf = (point: object): object => ({
  name: 'e',
  exponentialHistogram: { aggregationTemporality: 1, dataPoints: [point] },
});

describe.each([
  ['JSON', translateJson],
  ['the binary encoding', translateBinary],
] as const)('in %s', (_encoding, translate) => {
  const payloadsOf = (...metrics: unknown[]): unknown[] =>
    eventsOf(translate('metrics', requestOf(...metrics))).map(({ event }) => event.payload);

  test('a point is an event with the release and environment of its resource, and its own time', () => {
    const attributes = [
      { key: 'service.name', value: { stringValue: 'shop' } },
      { key: 'service.version', value: { stringValue: '1.2.0' } },
      { key: 'deployment.environment.name', value: { stringValue: 'staging' } },
    ];
    const metrics = [gaugeOf({ asDouble: 1.5, timeUnixNano: NOW, attributes })];
    const request = { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] };
    expect(eventsOf(translate('metrics', request))).toEqual([
      {
        event: {
          type: 'metric',
          timestamp: '2026-11-28T19:34:06.859Z',
          contexts: { release: '1.2.0', environment: 'staging' },
          payload: { name: 'depth', value: 1.5 },
        },
        isRecord: true,
      },
    ]);
  });

  test('a name is cut once for all points, including those that are refused', () => {
    const name = 'n'.repeat(100_000);
    const payloads = payloadsOf({ name, gauge: { dataPoints: [{ asInt: 1 }, {}] } });
    expect(payloads).toEqual([
      expect.objectContaining({ name: `${'n'.repeat(199)}…` }),
      expect.stringMatching(/^A point of "n{199}…" has no value\.$/),
    ]);
  });

  test.each<[string, object, unknown]>([
    ['a delta sum', sumOf({ aggregationTemporality: 1, isMonotonic: true }), 3],
    ['a delta sum that may fall', sumOf({ aggregationTemporality: 1 }), 3],
    ['a cumulative sum that may fall', sumOf({ aggregationTemporality: 2, isMonotonic: false }), 3],
    ['a negative integer', gaugeOf({ asInt: '-9007199254740993' }), -9007199254740992],
    ['a zero', gaugeOf({ asDouble: 0 }), 0],
  ])('%s is a value', (_what, metric, value) => {
    expect(payloadsOf(metric)).toMatchObject([{ value }]);
  });

  test.each<[string, object, RegExp]>([
    ['a cumulative counter', sumOf({ aggregationTemporality: 2, isMonotonic: true }), /TEMPORALITY_PREFERENCE=delta/],
    [
      'a cumulative histogram',
      { name: 'h', histogram: { aggregationTemporality: 2, dataPoints: [{ count: 1 }] } },
      /TEMPORALITY_PREFERENCE=delta/,
    ],
    ['a sum of unknown temporality', sumOf({}), /without an aggregation temporality/],
    ['a summary', { name: 's', summary: { dataPoints: [{}] } }, /Summaries/],
    ['a point without a value', gaugeOf({ timeUnixNano: NOW }), /"depth" has no value/],
    ['NaN', gaugeOf({ asDouble: 'NaN' }), /not a finite number/],
    ['infinity', gaugeOf({ asDouble: '-Infinity' }), /not a finite number/],
    ['a metric without a name', { gauge: { dataPoints: [{ asInt: 1 }] } }, /no name/],
    ['buckets that do not add up', histogramOf({ count: 3, bucketCounts: [1], explicitBounds: [] }), /do not add up/],
    ['too few buckets', histogramOf({ count: 1, bucketCounts: [1], explicitBounds: [5] }), /one more bucket/],
    ['bounds that fall', histogramOf({ count: 1, bucketCounts: [0, 1, 0], explicitBounds: [5, 5] }), /not ascending/],
    ['an infinite sum', histogramOf({ count: 1, sum: 'Infinity' }), /not a finite number/],
    ['a minimum above the maximum', histogramOf({ count: 1, min: 2, max: 1 }), /above its maximum/],
    ['a histogram with neither bounds nor a sum', histogramOf({ count: 2 }), /neither bounds nor a sum/],
    ['more than 2^32 values', histogramOf({ count: '4294967297' }), /more than 4294967296 values/],
    ['a scale out of range', exponentialOf({ count: 1, scale: 21, zeroCount: 1 }), /scale/],
    [
      'more than 1,024 buckets with values',
      exponentialOf({ count: 1_025, positive: { offset: 0, bucketCounts: Array<number>(1_025).fill(1) } }),
      /1024 buckets/,
    ],
  ])('%s is refused with the reason', (_what, metric, reason) => {
    expect(payloadsOf(metric)).toEqual([expect.stringMatching(reason)]);
  });

  test.each<[string, object]>([
    ['a gauge', gaugeOf({ flags: 1 })],
    ['a cumulative counter', sumOf({ aggregationTemporality: 2, isMonotonic: true }, { flags: 1 })],
  ])('%s without a recorded value is neither an event nor refused', (_what, metric) => {
    expect(payloadsOf(metric)).toEqual([]);
  });

  test.each([histogramOf({ count: 0 }), exponentialOf({ count: 0 })])(
    'a histogram without values is not an event',
    (one) => {
      expect(payloadsOf(one)).toEqual([]);
    },
  );

  test('a histogram has the middle of each bucket, within its minimum and maximum', () => {
    const point = { count: '6', sum: 300, min: 2, max: 190, bucketCounts: [1, 2, 0, 3], explicitBounds: [0, 10, 100] };
    expect(payloadsOf(histogramOf(point))).toMatchObject([
      {
        count: 6,
        sum: 300,
        min: 2,
        max: 190,
        values: [
          [2, 1],
          [10 / 3, 2],
          [expect.closeTo(131.03, 2), 3],
        ],
      },
    ]);
  });

  test('a histogram without minimum, maximum and sum gets the outermost bounds, and the sum of the middles', () => {
    const point = { count: 4, bucketCounts: [1, 2, 1], explicitBounds: [4, 12] };
    expect(payloadsOf(histogramOf(point))).toMatchObject([
      {
        sum: 4 + 2 * 6 + 12,
        min: 4,
        max: 12,
        values: [
          [4, 1],
          [6, 2],
          [12, 1],
        ],
      },
    ]);
  });

  test('a histogram without buckets is its mean', () => {
    expect(payloadsOf(histogramOf({ count: 4, sum: 10 }))).toMatchObject([
      { count: 4, sum: 10, min: 2.5, max: 2.5, values: [[2.5, 4]] },
    ]);
  });

  test('an exponential histogram has both signs and zero, in order', () => {
    const point = {
      count: 6,
      scale: 0,
      zeroCount: 1,
      positive: { offset: 1, bucketCounts: [2, 0, 1] },
      negative: { offset: -1, bucketCounts: [1, '1'] },
    };
    const middle = (bound: number): unknown => expect.closeTo((4 / 3) * bound, 12);
    expect(payloadsOf(exponentialOf(point))).toMatchObject([
      {
        count: 6,
        min: -2,
        max: 16,
        values: [
          [middle(-1), 1],
          [middle(-0.5), 1],
          [0, 1],
          [middle(2), 2],
          [middle(8), 1],
        ],
      },
    ]);
  });

  test('an exponential histogram at the ends of the numbers has finite values', () => {
    const point = { count: 2, scale: -10, positive: { offset: -2, bucketCounts: [1, 0, 1] } };
    const [payload] = payloadsOf(exponentialOf(point));
    expect(JSON.stringify(payload)).not.toContain('null');
    expect(payload).toMatchObject({ max: Number.MAX_VALUE });
  });

  test.each([
    ['explicit', histogramOf({ count: 2, sum: 9, bucketCounts: [0, 2, 0], explicitBounds: [1.2e308, 1.5e308] })],
    ['exponential', exponentialOf({ count: 2, sum: 9, positive: { offset: 1_023, bucketCounts: [2] } })],
  ])('the middle of the largest buckets does not overflow (%s)', (_kind, metric) => {
    const [payload] = payloadsOf(metric) as { min: number; max: number; values: [[number, number]] }[];
    const [[middle] = [NaN]] = payload?.values ?? [];
    expect(middle).toBeGreaterThan(payload?.min ?? NaN);
    expect(middle).toBeLessThan(payload?.max ?? NaN);
  });

  test.each([
    ['above the bucket', { min: 7, max: 9, bucketCounts: [2, 0] }, { min: 7, max: 9, values: [[7, 2]] }],
    ['without a maximum', { min: 7, bucketCounts: [0, 2] }, { min: 7, max: 7, values: [[7, 2]] }],
  ])('values are within a minimum %s', (_what, point, expected) => {
    expect(payloadsOf(histogramOf({ count: 2, sum: 16, explicitBounds: [5], ...point }))).toMatchObject([expected]);
  });

  test('a request has at most 20,000 points', () => {
    const dataPoints = Array.from({ length: 20_001 }, () => ({ flags: 1 }));
    expect(translate('metrics', requestOf({ name: 'a', gauge: { dataPoints } }))).toMatchObject({ status: 413 });
  });

  test('a request has at most 500,000 buckets with values', () => {
    const point = { count: 1_000, positive: { offset: 0, bucketCounts: Array<number>(1_000).fill(1) } };
    const metric = {
      name: 'a',
      exponentialHistogram: { aggregationTemporality: 1, dataPoints: Array(501).fill(point) },
    };
    expect(translate('metrics', requestOf(metric))).toMatchObject({ status: 413 });
  });
});

test('the memory of values of histograms is reserved', () => {
  const points = Array<object>(9).fill({
    count: 100,
    positive: { offset: 0, bucketCounts: Array<number>(100).fill(1) },
  });
  const metric = { name: 'a', exponentialHistogram: { aggregationTemporality: 1, dataPoints: points } };
  const translateWithin = (limit: number): object => {
    let left = limit;
    const reserve = (bytes: number): boolean => (left -= bytes) >= 0;
    return translateBytes('metrics', 'protobuf', encodeRequest('metrics', requestOf(metric)), { ...READER, reserve });
  };
  expect(translateWithin(100_000)).toHaveProperty('events');
  expect(translateWithin(60_000)).toMatchObject({ status: 503 });
});

test('a list of 17,000 buckets is refused without reading it', () => {
  const point = { count: 1, positive: { offset: 0, bucketCounts: Array<number>(17_000).fill(0) } };
  const [refused] = eventsOf(translateBinary('metrics', requestOf(exponentialOf(point))));
  expect(refused?.event.payload).toMatch(/16,384/);
});

test('a metric or point that is not an object is refused alone', () => {
  const [metric, point, good] = eventsOf(
    translateJson('metrics', requestOf(7, { name: 'a', gauge: { dataPoints: [null, { asInt: 1 }] } })),
  );
  expect([metric?.event.payload, point?.event.payload]).toEqual([
    'The metric is not an object.',
    'The data point is not an object.',
  ]);
  expect(good?.event.payload).toMatchObject({ value: 1 });
});

test('recorded requests with the same points have equal events in both encodings', () => {
  const metrics = listCaptures().filter(({ sdk, url }) => sdk === 'otel-js-0.223.0-both' && url === '/v1/metrics');
  const read = metrics.map(({ body, headers }) => {
    const encoding = headers['content-type'] === 'application/json' ? 'json' : 'protobuf';
    return eventsOf(translateBytes('metrics', encoding, body));
  });
  expect(read.map((events) => events.length)).toEqual([6, 6, 1, 1]);
  expect(read[1]).toEqual(read[0]);
  expect(read[3]).toEqual(read[2]);
});
