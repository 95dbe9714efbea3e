import { beforeAll, describe, expect, test } from '@jest/globals';
import { useRedis } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { newKey, newProject, newServerKey, useGateway, useProjection } from '../testing/gatewayHarness.js';

const redis = useRedis();
const settings = useProjection(redis);
const gateway = useGateway(redis, { config: { maxEvents: 10 } });
let key: string;
let base: string;
beforeAll(async () => {
  key = await settings.add(newProject());
  await settings.projection.markComplete(600_000);
  base = gateway.url.replace('/api/envelope', '');
});

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const NOW = `${Date.now()}000000`;

const newSpan = (fields: object = {}): object => ({
  traceId: hex(16),
  spanId: hex(8),
  name: 'GET /',
  kind: 2,
  startTimeUnixNano: NOW,
  endTimeUnixNano: NOW,
  ...fields,
});
const traces = (...spans: object[]): object => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const logs = (...logRecords: object[]): object => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
const METRICS = {
  resourceMetrics: [
    {
      scopeMetrics: [
        {
          metrics: [
            { name: 'depth', gauge: { dataPoints: [{ asInt: 1, timeUnixNano: NOW }] } },
            {
              name: 'orders',
              sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ asInt: 1 }, { asInt: 2 }] },
            },
          ],
        },
      ],
    },
  ],
};

describe('a request', () => {
  test.each<[string, () => Record<string, string>, string]>([
    ['Authorization', () => ({}), ''],
    ['X-Service-Auth', () => ({ authorization: '', 'x-service-auth': `Service service_key=${key}` }), ''],
    ['the query', () => ({ authorization: '' }), '?service_key='],
  ])('is accepted with the key in %s', async (_where, headers, query) => {
    const path = `/v1/traces${query === '' ? '' : query + key}`;
    expect(await send(path, traces(newSpan()), headers())).toMatchObject({ status: 200, body: {} });
  });

  test('is accepted with a server key in a header', async () => {
    const secret = await settings.add(newProject(), newServerKey());
    const headers = { authorization: `Bearer ${secret}` };
    expect(await send('/v1/logs', logs({ body: { stringValue: 'paid' } }), headers)).toMatchObject({ status: 200 });
  });

  test('in JSON may begin with a byte order mark', async () => {
    const body = Buffer.from(`\uFEFF${JSON.stringify(traces(newSpan()))}`);
    expect(await send('/v1/traces', body)).toMatchObject({ status: 200, body: {} });
  });

  test.each<[string, object, object]>([
    ['nanoseconds', { timeUnixNano: '1795894468807000001' }, { timeUnixNano: '1795894468807000002' }],
    ['severity number', { severityNumber: 9 }, { severityNumber: 10 }],
    ['flags', { flags: 0 }, { flags: 1 }],
  ])('with a record that differs in %s only is no duplicate, and a resend is one', async (_what, one, other) => {
    const body = { stringValue: hex(8) };
    const processed = async (...requests: object[]): Promise<number> => {
      const before = await countProcessed();
      for (const request of requests) await send('/v1/logs', logs({ body, ...request }));
      return (await countProcessed()) - before;
    };
    expect(await processed(one, other)).toBe(2);
    expect(await processed(one, other)).toBe(0);
  });

  test.each([['/v1/traces'], ['/v1/logs'], ['/v1/metrics']])('to %s may be empty', async (path) => {
    expect(await send(path, {})).toMatchObject({ status: 200, type: 'application/json', body: {} });
    const binary = await send(path, Buffer.alloc(0), { 'content-type': 'application/x-protobuf' });
    expect(binary).toMatchObject({ status: 200, type: 'application/x-protobuf', body: Buffer.alloc(0) });
  });

  test('of more than MAX_EVENTS records is accepted whole; a resend is accepted, too', async () => {
    const body = traces(...Array.from({ length: 25 }, () => newSpan()));
    expect(await send('/v1/traces', body)).toMatchObject({ status: 200, body: {} });
    expect(await send('/v1/traces', gzipSync(JSON.stringify(body)), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 200,
      body: {},
    });
  });
});

describe('a request that is too large once its resource is repeated', () => {
  test('is a 413, and nothing of it is stored', async () => {
    const attributes = Array.from({ length: 40 }, (_, index) => ({
      key: `attribute.${index}`,
      value: { stringValue: 'x'.repeat(50_000) },
    }));
    const logRecords = Array.from({ length: 60 }, (_, index) => ({ timeUnixNano: NOW, body: { intValue: index } }));
    const body = { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] };
    const before = await countProcessed();
    expect(await send('/v1/logs', body)).toMatchObject({ status: 413 });
    expect(await countProcessed()).toBe(before);
  });
});

describe('partial_success', () => {
  test('counts what is invalid, with the reason', async () => {
    const reply = await send('/v1/traces', traces(newSpan(), newSpan({ traceId: '0'.repeat(32) })));
    expect(reply).toMatchObject({ status: 200, body: { partialSuccess: { rejectedSpans: '1' } } });
    expect(JSON.stringify(reply.body)).toMatch(/trace/i);
  });

  test('says of a record that is too large what it is', async () => {
    const value = { stringValue: 'x'.repeat(8_000) };
    const attributes = Array.from({ length: 190 }, (_, index) => ({ key: `k${index}`, value }));
    const reply = await send('/v1/traces', traces(newSpan({ attributes })));
    const errorMessage = 'span is larger than 1048576 bytes.';
    expect(reply).toMatchObject({ body: { partialSuccess: { rejectedSpans: '1', errorMessage } } });
  });

  test('counts records over a limit: a retry would be useless; of a resend as well', async () => {
    const capped = await settings.add(newProject({ eventsPerHour: 2 }));
    const headers = { authorization: `Bearer ${capped}` };
    const body = logs(...['a', 'b', 'c'].map((text) => ({ timeUnixNano: NOW, body: { stringValue: text } })));
    const refused = { status: 200, body: { partialSuccess: { rejectedLogRecords: '1' } } };
    const first = await send('/v1/logs', body, headers);
    expect(first).toMatchObject(refused);
    expect(JSON.stringify(first.body)).toContain('eventsPerHour');
    expect(await send('/v1/logs', body, headers)).toMatchObject(refused);
    const next = await send('/v1/logs', logs({ timeUnixNano: NOW, body: { stringValue: 'd' } }), headers);
    expect(next).toMatchObject(refused);
  });

  test('does not count what a sample rate drops', async () => {
    const sampled = await settings.add(
      newProject({ sampleRates: { exception: 1, log: 0, span: 0, hit: 1, replay: 1 } }),
    );
    const headers = { authorization: `Bearer ${sampled}` };
    expect(await send('/v1/traces', traces(newSpan()), headers)).toMatchObject({ status: 200, body: {} });
  });

  test('counts the points of cumulative counters, and takes the others', async () => {
    const reply = await send('/v1/metrics', METRICS);
    expect(reply).toMatchObject({ status: 200, body: { partialSuccess: { rejectedDataPoints: '2' } } });
    expect(JSON.stringify(reply.body)).toContain('OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta');
  });
});

describe('an error is a Status in the encoding of the request', () => {
  test.each<[string, () => Parameters<typeof send>, number]>([
    ['an unknown key', () => ['/v1/traces', {}, { authorization: `Bearer ${newKey()}` }], 401],
    ['keys that differ', () => [`/v1/traces?service_key=${newKey()}`, {}], 401],
    ['JSON that is broken', () => ['/v1/traces', Buffer.from('{')], 400],
    ['a coding that is not supported', () => ['/v1/traces', {}, { 'content-encoding': 'zstd' }], 415],
    ['a media type that is not supported', () => ['/v1/traces', {}, { 'content-type': 'text/plain' }], 415],
  ])('for %s', async (_what, request, status) => {
    const reply = await send(...request());
    expect(reply).toMatchObject({ status, type: 'application/json', body: { message: expect.any(String) as unknown } });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('in binary', async () => {
    const headers = { 'content-type': 'application/x-protobuf' };
    const reply = await send('/v1/logs', Buffer.from([0xff]), headers);
    expect([reply.status, reply.type]).toEqual([400, 'application/x-protobuf']);
    // Field 2 of google.rpc.Status is its message.
    expect((reply.body as Buffer)[0]).toBe(0x12);
  });
});

test('a preflight is allowed without a key', async () => {
  const response = await fetch(`${base}/v1/traces`, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
});

/** Events that the gateway answered so far, with any outcome. */
async function countProcessed(): Promise<number> {
  const metric = await gateway.metrics.getSingleMetric('sluice_gateway_events_total')?.get();
  return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

interface OtlpReply {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
  readonly headers: Headers;
}

async function send(path: string, body: object, headers: Record<string, string> = {}): Promise<OtlpReply> {
  const response = await fetch(base + path, {
    method: 'POST',
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
  });
  const type = response.headers.get('content-type');
  const body_ = type === 'application/json' ? await response.json() : Buffer.from(await response.arrayBuffer());
  return { status: response.status, type, body: body_, headers: response.headers };
}
