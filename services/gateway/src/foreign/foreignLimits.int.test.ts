import { beforeAll, describe, expect, test } from '@jest/globals';
import { createBacklogFlag } from '@sluice/redis';
import { useRedis, waitFor } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { newProject, useGateway, useProjection } from '../testing/gatewayHarness.js';

const redis = useRedis();
const settings = useProjection(redis);
const gateway = useGateway(redis, { config: { maxJsonValues: 2_000 } });
const project = newProject();
let key: string;
let base: string;
beforeAll(async () => {
  key = await settings.add(project);
  await settings.projection.markComplete(600_000);
  base = gateway.url.replace('/api/envelope', '');
});

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const MANY_VALUES = Array.from({ length: 3_000 }, (_, index) => index);
const TOO_MANY = 20_001;

describe('a request above a limit is a 413', () => {
  test('of OTLP in JSON with too many values', async () => {
    const logRecords = MANY_VALUES.map((intValue) => ({ body: { intValue } }));
    const reply = await sendOtlp('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
    expect(reply).toMatchObject({ status: 413, body: { message: expect.stringContaining('2000') as unknown } });
  });

  test('of OTLP in binary with too many records', async () => {
    const records = Buffer.from('1200'.repeat(TOO_MANY), 'hex');
    const body = nested(1, nested(2, records)); // resource_logs, scope_logs, log_records
    const reply = await sendOtlp('/v1/logs', body, { 'content-type': 'application/x-protobuf' });
    expect(reply).toMatchObject({ status: 413, body: { message: expect.stringContaining('20,000') as unknown } });
  });

  test('of a Sentry SDK with too many values', async () => {
    const event = { event_id: hex(16), message: 'm', extra: { many: MANY_VALUES } };
    const reply = await sendSentry(['{}', '{"type":"event"}', JSON.stringify(event)]);
    expect(reply).toMatchObject({
      status: 413,
      body: { error: { message: expect.stringContaining('2000') as unknown } },
    });
  });

  test('of a Sentry SDK with too many items', async () => {
    const items = Array.from({ length: TOO_MANY }, () => ['{"type":"event"}', '{}']).flat();
    const reply = await sendSentry(['{}', ...items]);
    expect(reply).toMatchObject({ status: 413, body: { error: { code: 'too_many_events' } } });
  });
});

describe('a compressed recording of a replay', () => {
  const recorded = [{ type: 4, timestamp: Date.now(), data: { href: 'https://shop.example/' } }];
  const bytes = deflateSync(JSON.stringify(recorded));
  test.each<[string, Buffer, RegExp]>([
    ['is inflated', bytes, /^replay processed $/],
    ['that is cut is invalid', bytes.subarray(0, -8), /^replay invalid /],
    [
      'that inflates to more than 10 MiB is invalid',
      deflateSync(`["${'x'.repeat(11 * 1024 * 1024)}"]`),
      /^replay invalid /,
    ],
  ])('%s, and other items are taken', async (_name, recording, outcome) => {
    const before = await countEvents();
    const id = hex(16);
    const payload = Buffer.concat([Buffer.from('{"segment_id":0}\n'), recording]);
    const event = { event_id: id, replay_id: id, segment_id: 0, timestamp: Date.now() / 1_000 };
    const reply = await sendSentry([
      JSON.stringify({ event_id: id }),
      '{"type":"replay_event"}',
      JSON.stringify(event),
      JSON.stringify({ type: 'replay_recording', length: payload.length }),
      payload,
      '{"type":"event"}',
      JSON.stringify({ event_id: hex(16), message: id }),
    ]);
    expect(reply.status).toBe(200);
    const after = await countEvents();
    const changed = [...after.keys()].filter((name) => after.get(name) !== before.get(name)).sort();
    expect(changed).toEqual(['exception processed ', expect.stringMatching(outcome)]);
  });
});

describe('spans of OTLP during a backlog', () => {
  test('are a 429 with Retry-After, unless something else of the request got through', async () => {
    const flag = createBacklogFlag(settings.client);
    await flag.heartbeat(60_000);
    await flag.raise({ holdOffSeconds: 17 }, 60_000);
    const refused = await waitFor(async () => {
      const reply = await sendOtlp('/v1/traces', traces());
      return reply.status === 429 && reply;
    });
    expect(refused.headers.get('retry-after')).toBe('17');
    const attributes = [{ key: 'exception.type', value: { stringValue: 'E' } }];
    expect(await sendOtlp('/v1/traces', traces({ events: [{ name: 'exception', attributes }] }))).toMatchObject({
      status: 200,
      body: { partialSuccess: { rejectedSpans: '1' } },
    });
    await flag.lower();
    await waitFor(async () => (await sendOtlp('/v1/traces', traces())).status === 200);
  });
});

function traces(fields: object = {}): object {
  const now = `${Date.now()}000000`;
  const span = { traceId: hex(16), spanId: hex(8), name: 'GET /', startTimeUnixNano: now, endTimeUnixNano: now };
  return { resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, ...fields }] }] }] };
}

/** Returns the bytes of a field that is a message. */
function nested(field: number, message: Buffer): Buffer {
  const head = [(field << 3) | 2];
  for (let rest = message.length; rest > 0; rest >>>= 7) head.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from(head), message]);
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function sendOtlp(path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(base + path, {
    method: 'POST',
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
  });
  const isJson = response.headers.get('content-type') === 'application/json';
  const text = await response.text();
  return { status: response.status, body: isJson ? JSON.parse(text) : { message: text }, headers: response.headers };
}

/** Posts the lines of an envelope. */
async function sendSentry(lines: readonly (string | Buffer)[]): Promise<Reply> {
  const body = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
  const response = await fetch(`${base}/api/${project.projectId}/envelope/?sentry_key=${key}`, {
    method: 'POST',
    body,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Outcomes of the events that the gateway answered so far, by type and reason. */
async function countEvents(): Promise<ReadonlyMap<string, number>> {
  const { values } = (await gateway.metrics.getSingleMetric('sluice_gateway_events_total')?.get()) ?? { values: [] };
  return new Map(
    values.map(({ labels, value }) => [[labels['type'], labels['outcome'], labels['reason']].join(' '), value]),
  );
}
