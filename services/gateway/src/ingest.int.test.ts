import { beforeAll, describe, expect, test } from '@jest/globals';
import { useRedis } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { log, span } from './testing/events.js';
import { newKey, newProject, send, useGateway, useProjection } from './testing/gatewayHarness.js';
import { rawRequest } from './testing/rawRequest.js';

const TALLY = { processed: 0, filtered: 0, quota_exceeded: 0, rate_limited: 0, invalid: 0 };
const MB = 1_048_576;
const SMALL = { maxJsonValues: 10_000, maxBufferedBytes: 20 * MB };

let key: string;

const redis = useRedis();
const settings = useProjection(redis);
const gateway = useGateway(redis, {
  config: {
    bodyTimeoutMs: 2_000,
    headersTimeoutMs: 400,
    maxBodyBytes: MB,
    maxDecodedBytes: 2 * MB,
    maxEvents: 100,
    ...SMALL,
  },
});
beforeAll(async () => {
  key = await settings.add(newProject());
  await settings.projection.markComplete(600_000);
});

describe('the tally', () => {
  test('counts every event once', async () => {
    const reply = await send(gateway.url, key, { events: [log(), span(), { type: 'x' }, 5, { type: 'trace' }] });
    expect(reply.status).toBe(202);
    expect(reply.body).toEqual({ success: true, ...TALLY, processed: 2, invalid: 2 });
    expect(reply.headers.get('x-service-rate-limits')).toBeNull();
  });

  test.each([{ events: [] }, { events: [{ type: 'trace' }] }])(
    'is zero for a batch without countable events: %j',
    async (body) => {
      expect((await send(gateway.url, key, body)).body).toEqual({ success: true, ...TALLY });
    },
  );

  test('applies limits event by event, in batch order', async () => {
    const capped = await settings.add(newProject({ eventsPerHour: 2 }));
    const first = await send(gateway.url, capped, { events: [log(), span(), log(), log()] });
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ processed: 3, rate_limited: 1 });
    expect(first.headers.get('x-service-rate-limits')).toMatch(/^\d+:log$/);
    const second = await send(gateway.url, capped, { events: [log(), 5] });
    expect(second.status).toBe(429);
    expect(second.body).toMatchObject({ success: false, rate_limited: 1, invalid: 1, error: { code: 'rate_limited' } });
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test('applies the byte quota to inflated bytes, event by event', async () => {
    const event = log({ payload: { message: 'x'.repeat(1_000) } });
    const bytes = JSON.stringify(event).length;
    const capped = await settings.add(newProject({ bytesPerHour: 2 * bytes }));
    const body = gzipSync(JSON.stringify({ events: [event, event, event] }));
    const reply = await send(gateway.url, capped, body, { 'content-encoding': 'gzip' });
    expect(reply.body).toMatchObject({ processed: 2, rate_limited: 1 });
    expect(reply.headers.get('x-service-rate-limits')).toMatch(/^\d+:log$/);
  });

  test('applies quotas by type', async () => {
    const poor = await settings.add(newProject({}, { spans: 1 }));
    const reply = await send(gateway.url, poor, { events: [span(), span(), log()] });
    expect(reply.body).toMatchObject({ processed: 2, quota_exceeded: 1 });
    expect(reply.headers.get('x-service-rate-limits')).toMatch(/^\d+:span$/);
  });

  test('is answered with 202 if all events are filtered or sampled', async () => {
    const off = await settings.add(newProject({ ingestion: false }));
    const reply = await send(gateway.url, off, { events: [log(), 5] });
    expect([reply.status, reply.body]).toEqual([202, { success: true, ...TALLY, filtered: 1, invalid: 1 }]);
  });
});

describe('a request with X-Service-Debug: 1', () => {
  const DEBUG = { 'x-service-debug': '1' };
  const missing = { index: 1, type: 'span', outcome: 'invalid', reason: 'payload', field: 'payload.uuid' };

  test('gets the refused events with reasons, also for a resend; without the header there is no list', async () => {
    const body = JSON.stringify({ events: [log(), span({ uuid: undefined })] });
    const first = await send(gateway.url, key, body, DEBUG);
    expect([first.status, first.body]).toEqual([
      202,
      { success: true, ...TALLY, processed: 1, invalid: 1, refused: [{ ...missing, message: 'is required' }] },
    ]);
    const resent = await send(gateway.url, key, body, DEBUG);
    expect(resent.body).toEqual({ success: true, duplicate: true, refused: first.body['refused'] });
    expect((await send(gateway.url, key, body)).body).toEqual({ success: true, duplicate: true });
    expect((await send(gateway.url, key, body, { 'x-service-debug': '0' })).body).not.toHaveProperty('refused');
  });

  test('gets the limit that it met with a 429, and an empty list if no event was refused', async () => {
    const capped = await settings.add(newProject({ eventsPerHour: 1 }));
    expect((await send(gateway.url, capped, { events: [log()] }, DEBUG)).body['refused']).toEqual([]);
    expect((await send(gateway.url, capped, { events: [] }, DEBUG)).body['refused']).toEqual([]);
    const reply = await send(gateway.url, capped, { events: [log()] }, DEBUG);
    expect(reply.status).toBe(429);
    expect(reply.body['refused']).toMatchObject([{ index: 0, reason: 'hourly_cap', limit: 1 }]);
  });

  test('gets the spike cap and the hours it is computed from', async () => {
    const project = newProject();
    const busy = await settings.add(project);
    const hour = Math.floor(Date.now() / 3_600_000);
    const id = project.projectId;
    const fields = { epoch: 'c0ffee', since: hour - 2, [`f:${id}`]: Date.now() - 8_000_000 };
    const counts = { [`a:${id}:l:${hour}`]: 1_300, [`a:${id}:l:${hour - 1}`]: 700, [`a:${id}:l:${hour - 2}`]: 600 };
    await settings.client.hset(`sl:{org:${project.organizationId}}:ledger`, { ...fields, ...counts });
    const reply = await send(gateway.url, busy, { events: [log()] }, DEBUG);
    expect(reply.body['refused']).toMatchObject([
      { reason: 'spike', limit: 1_300, until: new Date((hour + 1) * 3_600_000).toISOString() },
    ]);
  });
});

describe('the check of keys', () => {
  test.each<[string, () => string | undefined, string]>([
    ['none', () => undefined, ''],
    ['malformed', () => 'abc', ''],
    ['unknown', newKey, ''],
    ['with a NUL in the query', () => undefined, `?service_key=${'a'.repeat(32)}%00`],
  ])('answers 401 with the same message: %s', async (_name, keyOf, query) => {
    const reply = await send(`${gateway.url}${query}`, keyOf(), 'not json');
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({
      success: false,
      error: { code: 'unknown_key', message: 'Invalid DSN: unknown project or key.' },
    });
  });

  test('refuses a disabled key with 401', async () => {
    const disabled = newKey();
    await settings.projection.put(disabled, 1, null);
    expect((await send(gateway.url, disabled, { events: [] })).status).toBe(401);
  });

  test('accepts a beacon: key in the query, text/plain, no preflight', async () => {
    const reply = await send(`${gateway.url}?service_key=${key}`, undefined, JSON.stringify({ events: [log()] }), {
      'content-type': 'text/plain;charset=UTF-8',
    });
    expect([reply.status, reply.body['processed']]).toEqual([202, 1]);
  });
});

describe('CORS', () => {
  test('answers a preflight without a key', async () => {
    const reply = await fetch(gateway.url, { method: 'OPTIONS', headers: { origin: 'https://a.test' } });
    expect(reply.status).toBe(204);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'access-control-allow-origin': 'https://a.test',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'X-Service-Auth, Content-Type, Content-Encoding, X-Service-Debug',
      'access-control-max-age': '86400',
      vary: 'Origin',
    });
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('lets the page read every answer, also refusals', async () => {
    const closed = await settings.add(newProject({ allowedDomains: ['a.test'] }));
    const from = { origin: 'https://b.test' };
    const replies = await Promise.all([
      send(gateway.url, key, { events: [] }, from),
      send(gateway.url, undefined, {}, from),
      send(gateway.url, closed, {}, from),
      send(gateway.url, key, 'x', from),
      send(gateway.url, key, 'x', { ...from, 'content-encoding': 'zstd' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([202, 401, 403, 400, 415]);
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-origin')).toBe('https://b.test');
      expect(headers.get('access-control-expose-headers')).toBe('X-Service-Rate-Limits, Retry-After');
      expect(headers.get('vary')).toBe('Origin');
    }
  });
});

describe('requests that are refused as a whole', () => {
  const events = JSON.stringify({ events: [] });
  test.each<[string, number, string, string | Buffer, Record<string, string>]>([
    ['broken JSON', 400, 'malformed_json', '{', {}],
    ['no envelope', 400, 'invalid_envelope', '[]', {}],
    ['too deep', 400, 'nesting_too_deep', '['.repeat(100_000), {}],
    ['too many events', 413, 'too_many_events', JSON.stringify({ events: Array(101).fill(1) }), {}],
    ['a form', 415, 'unsupported_media_type', events, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an unknown coding', 415, 'unsupported_encoding', events, { 'content-encoding': 'zstd' }],
    ['two codings', 415, 'unsupported_encoding', events, { 'content-encoding': 'gzip, gzip' }],
    ['a broken gzip', 400, 'malformed_body', events, { 'content-encoding': 'gzip' }],
    ['an incomplete gzip', 400, 'malformed_body', gzipSync(events).subarray(0, -9), { 'content-encoding': 'gzip' }],
    ['an empty gzip', 400, 'malformed_body', '', { 'content-encoding': 'gzip' }],
    ['a declared size', 413, 'body_too_large', Buffer.alloc(MB + 1), {}],
    ['a bomb', 413, 'inflation_ratio', gzipSync(Buffer.alloc(3 * MB)), { 'content-encoding': 'gzip' }],
    [
      'too much inflated',
      413,
      'body_too_large',
      gzipSync(Buffer.alloc(3 * MB), { level: 1 }),
      { 'content-encoding': 'gzip' },
    ],
    ['a brotli bomb', 413, 'inflation_ratio', brotliCompressSync(Buffer.alloc(3 * MB)), { 'content-encoding': 'br' }],
    ['a bomb of objects', 413, 'too_many_values', bombOf(`[${'{},'.repeat(9_999)}0]`), { 'content-encoding': 'gzip' }],
    ['a bomb of numbers', 413, 'too_many_values', bombOf(`[${'0,'.repeat(9_999)}0]`), { 'content-encoding': 'gzip' }],
    [
      'a bomb of keys',
      413,
      'too_many_values',
      bombOf(`{${Array.from({ length: 5_001 }, (_, index) => `"${index}":0`).join()}}`),
      { 'content-encoding': 'gzip' },
    ],
  ])('include %s', async (...[, status, code, body, headers]) => {
    const reply = await send(gateway.url, key, body, headers);
    expect([reply.status, reply.body]).toEqual([
      status,
      { success: false, error: { code, message: expect.any(String) as unknown } },
    ]);
  });

  test('releases the memory of parsed values with the answer', async () => {
    const body = (index: number): string =>
      JSON.stringify({ events: [log({ payload: { index, a: Array(9_000).fill(0) } })] });
    for (let index = 0; index < 40; index += 1) expect((await send(gateway.url, key, body(index))).status).toBe(202);
  });

  test.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text) => Buffer.from(text)],
  ])('accepts %s', async (coding, encode) => {
    const body = encode(JSON.stringify({ events: [log()] }));
    const reply = await send(gateway.url, key, body, { 'content-encoding': coding });
    expect(reply.body).toMatchObject({ processed: 1 });
  });

  test('answers 405 to other methods', async () => {
    const reply = await fetch(gateway.url, { method: 'GET' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('answers 404 in JSON to other paths, and 200 to /healthz', async () => {
    const base = gateway.url.replace('/api/envelope', '');
    const missing = await fetch(`${base}/nothing`);
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { success: false, error: { code: 'not_found' } },
    ]);
    const broken = await fetch(`${base}/%E0%A4%A`);
    expect([broken.status, broken.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    expect(await broken.json()).toMatchObject({ success: false, error: { code: 'bad_path' } });
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    const links = [...(await (await fetch(`${base}/`)).text()).matchAll(/href="([^"]*)"/g)];
    expect(links).toHaveLength(1);
    for (const [, link = ''] of links) expect((await fetch(`${base}${link}`)).status).toBe(200);
  });
});

describe('on the wire', () => {
  const chunked = (size: number): Buffer =>
    Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), Buffer.alloc(size, 32), Buffer.from('\r\n')]);

  test('answers 413 to an endless body while it is sent, without a reset', async () => {
    const reply = await rawRequest(gateway.port(), head(['transfer-encoding: chunked']), {
      chunk: chunked(65_536),
      times: 1e6,
    });
    expect(reply.text).toMatch(/^HTTP\/1\.1 413 [^]*connection: close[^]*body_too_large/i);
    expect(reply.written).toBeLessThan(64 * MB);
  });

  test('answers 413 to a body above the limit and closes the connection cleanly, with and without a declared size', async () => {
    const reply = await rawRequest(gateway.port(), head(['transfer-encoding: chunked']), {
      chunk: chunked(65_536),
      times: 160,
      end: '0\r\n\r\n',
    });
    expect(reply.end).toBe('closed');
    // A client that reads only after writing everything gets the response, too.
    expect(reply.written).toBeGreaterThan(10 * MB);
    expect(reply.text).toMatch(/^HTTP\/1\.1 413 [^]*body_too_large/);
  });

  test('answers 413 to a declared size before the body is sent', async () => {
    const reply = await rawRequest(gateway.port(), head(['content-length: 99999999']));
    expect(reply).toMatchObject({ end: 'closed', text: expect.stringContaining('body_too_large') as unknown });
  });

  test.each<[string, string[], string]>([
    ['two lengths', ['content-length: 5', 'content-length: 6'], '400'],
    ['a length and chunks', ['content-length: 5', 'transfer-encoding: chunked'], '400'],
    ['a length that is no number', ['content-length: 5x'], '400'],
    ['a malformed header', ['bad header'], '400'],
    ['huge headers', [`x-a: ${'a'.repeat(20_000)}`], '431'],
  ])('refuses %s', async (_name, headers, status) => {
    const reply = await rawRequest(gateway.port(), head(headers));
    expect(reply.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reply.text).toMatch(/access-control-expose-headers: X-Service-Rate-Limits, Retry-After/i);
    expect(reply.text).toMatch(/\{"success":false,"error":\{"code":"\w+","message":"[^"]+"\}\}$/);
  });

  test.each(['content-length: 5', 'transfer-encoding: chunked'])(
    'answers 408 to a body that does not arrive (%s)',
    async (length) => {
      const reply = await rawRequest(gateway.port(), head([length, 'origin: https://a.test']));
      expect(reply.text).toMatch(
        /^HTTP\/1\.1 408 [^]*access-control-allow-origin: https:\/\/a\.test[^]*request_timeout/i,
      );
      expect(reply.end).toBe('closed');
    },
  );

  test('answers 408 if the headers do not arrive', async () => {
    const reply = await rawRequest(gateway.port(), 'POST /api/envelope HTTP/1.1\r\nhost: x\r\n');
    expect(reply.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('answers Expect: 100-continue with 100, or with the refusal before the body is sent', async () => {
    const body = JSON.stringify({ events: [] });
    const go = await rawRequest(
      gateway.port(),
      head(['expect: 100-continue', `content-length: ${body.length}`, 'connection: close']),
      { chunk: Buffer.from(body), times: 1 },
    );
    expect(go.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 /);
    const stop = await rawRequest(gateway.port(), head(['expect: 100-continue', 'content-length: 99999999']));
    expect(stop.text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('keeps the connection after refusing a small body', async () => {
    const small = `${head(['content-length: 1'])}x`;
    const last = `${head(['content-length: 1', 'connection: close'])}x`;
    const reply = await rawRequest(gateway.port(), small + last);
    expect(reply.text.match(/HTTP\/1\.1 400 /g)).toHaveLength(2);
  });
});

test('a gateway exposes its counters as metrics', async () => {
  for (const sender of [key, 'f'.repeat(32)]) await send(gateway.url, sender, { events: [log()] });
  const text = await gateway.metrics.metrics();
  expect(text).toMatch(/sluice_gateway_events_total\{type="\w+",outcome="processed",reason=""\} \d+/);
  expect(text).toMatch(/sluice_gateway_requests_total\{status="401"\} \d+/);
  expect(text).toMatch(/sluice_gateway_request_seconds_count\{status="202"\} \d+/);
  expect(text).not.toContain('sluice_gateway_project_events_total');
});

test('a gateway leaves memory to another organization while one key sends slow compressed bodies', async () => {
  const body = brotliCompressSync(`{"events":[${' '.repeat(200_000)}${randomBytes(500).toString('hex')}`);
  const senders = Array.from({ length: 120 }, () => {
    const sender = connect(gateway.port(), '127.0.0.1').on('error', () => undefined);
    sender.write(head(['content-encoding: br', `content-length: ${body.length}`]));
    // All but the last bytes: inflated, the bodies would exceed the gateway's memory.
    sender.write(body.subarray(0, -100));
    return sender;
  });
  const other = await settings.add(newProject());
  const statuses: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const batch = { events: [log({ payload: { message: `${i} ${'x'.repeat(300_000)}` } })] };
    statuses.push((await send(gateway.url, other, batch)).status);
  }
  for (const sender of senders) sender.destroy();
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 202));
});

function head(headers: readonly string[], method = 'POST', path = '/api/envelope'): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'host: x',
    `x-service-auth: Service service_key=${key}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
}

function bombOf(attribute: string): Buffer {
  return gzipSync(`{"events":[{"type":"log","timestamp":"2025-01-01","payload":{"attributes":${attribute}}}]}`);
}
