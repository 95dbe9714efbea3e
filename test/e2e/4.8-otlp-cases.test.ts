// Answers of the endpoints of OpenTelemetry, and what went wrong with other servers that have them.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { capturesOf } from '@sluice/testkit/captures';
import { connectApi, type WireObject } from './support/api.js';
import { ask, type Answer } from './support/http.js';
import { newEventId, newSpanId } from './support/intake/envelopes.js';
import { foundIn } from './support/intake/found.js';
import { attributes, logsOf, nanosAgo, otlpSpan, postOtlp, tracesOf } from './support/intake/otlp.js';
import { readPartialSuccess, readStatusMessage } from './support/intake/readOtlpBinary.js';
import { addressTo, sendCapture } from './support/intake/sendCapture.js';
import { countsIn } from './support/intake/useReplays.js';
import { createTenant } from './support/tenant.js';
import { useApiClient, useSystem, useTenant } from './support/useSystem.js';

const system = useSystem();
const project = useTenant(system);
const other = useTenant(system);
const api = useApiClient(system, project, 'project:read');

describe('an exception', () => {
  const thrown = {
    'exception.type': 'TypeError',
    'exception.message': 'cart cannot be read',
    'exception.stacktrace': 'TypeError: cart cannot be read\n    at pay (/srv/shop/cart.js:40:11)',
  };

  test('in an event of a span is an exception of its trace, and the span keeps its status', async () => {
    const event = { name: 'exception', timeUnixNano: nanosAgo(15), attributes: attributes(thrown) };
    const span = otlpSpan({ events: [event], status: { code: 2, message: 'refused' } });
    expect(await postOtlp(system, project, '/v1/traces', { body: tracesOf(span) })).toMatchObject({
      status: 200,
      json: {},
    });
    const [exception] = await foundIn(api, 'exceptions', { trace: span.traceId });
    expect(exception).toMatchObject({ type: 'TypeError', message: 'cart cannot be read', spanId: span.spanId });
    expect(await api.get(`exceptions/${String(exception?.['id'])}`)).toMatchObject({
      frames: [{ file: '/srv/shop/cart.js', function: 'pay', line: 40, column: 11 }],
    });
    const [stored] = await foundIn(api, 'spans', { trace: span.traceId });
    expect(stored).toMatchObject({ status: 'error', op: 'server' });
    expect(await api.get(`spans/${String(stored?.['id'])}`)).toMatchObject({
      contexts: { 'status.message': 'refused' },
    });
  });

  test('in a log record is an exception with the level of the record, which is a log as well', async () => {
    const traceId = newEventId();
    const record = {
      timeUnixNano: nanosAgo(5),
      severityNumber: 21,
      eventName: 'exception',
      traceId,
      attributes: attributes(thrown),
    };
    expect(await postOtlp(system, project, '/v1/logs', { body: logsOf(record) })).toMatchObject({
      status: 200,
      json: {},
    });
    const found = await foundIn(api, 'exceptions', { trace: traceId });
    expect(found).toMatchObject([{ type: 'TypeError', message: 'cart cannot be read', level: 'fatal' }]);
    const logs = await foundIn(api, 'logs', { trace: traceId });
    expect(logs).toMatchObject([
      { level: 'fatal', message: expect.stringContaining('cart cannot be read') as unknown },
    ]);
  });

  test('that a request reports twice for a span is stored once', async () => {
    const event = { name: 'exception', timeUnixNano: nanosAgo(15), attributes: attributes(thrown) };
    const span = otlpSpan({ events: [event, event] });
    await postOtlp(system, project, '/v1/traces', { body: tracesOf(span) });
    await foundIn(api, 'spans', { trace: span.traceId });
    expect(await foundIn(api, 'exceptions', { trace: span.traceId })).toHaveLength(1);
  });

  test('that escaped its span was not handled', async () => {
    const escaped = [...attributes(thrown), { key: 'exception.escaped', value: { boolValue: true } }];
    const span = otlpSpan({ events: [{ name: 'exception', timeUnixNano: nanosAgo(15), attributes: escaped }] });
    await postOtlp(system, project, '/v1/traces', { body: tracesOf(span) });
    expect(await foundIn(api, 'exceptions', { trace: span.traceId })).toMatchObject([{ handled: false }]);
  });
});

describe('ids', () => {
  test('in upper case are stored in lower case', async () => {
    const span = otlpSpan({ parentSpanId: 'ABCDEF0123456789' });
    const upper = { ...span, traceId: span.traceId.toUpperCase(), spanId: span.spanId.toUpperCase() };
    await postOtlp(system, project, '/v1/traces', { body: tracesOf(upper) });
    expect(await foundIn(api, 'spans', { trace: span.traceId })).toMatchObject([
      { uuid: span.spanId, traceId: span.traceId, parentId: 'abcdef0123456789' },
    ]);
  });

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['in base64', { traceId: 'W47/95gDgQPSabYzgT/GDA==', spanId: '7uGbfsPBsQw=' }],
    ['of zeros', { traceId: '0'.repeat(32) }],
    ['of a span of zeros', { spanId: '0'.repeat(16) }],
    ['that are too short', { traceId: 'abcd' }],
    ['that are empty', { spanId: '' }],
  ])('%s are refused with a reason, and the other spans are taken', async (_name, ids) => {
    const good = otlpSpan();
    const answer = await postOtlp(system, project, '/v1/traces', { body: tracesOf(otlpSpan(ids), good) });
    expect(answer.status).toBe(200);
    const { partialSuccess } = answer.json as { partialSuccess: WireObject };
    expect(Number(partialSuccess['rejectedSpans'])).toBe(1);
    expect(partialSuccess['errorMessage']).toMatch(/[Ii]d/);
    await foundIn(api, 'spans', { trace: good.traceId });
  });

  test('of zeros in binary are refused with a reason', async () => {
    const [capture] = capturesOf('otel-js-0.223.0-proto', 'trace-remote-parent').map((one) => addressTo(project, one));
    if (capture === undefined) throw new Error('no capture');
    const id = Buffer.from('4bf92f3577b34da6a3ce929d0e0e4736', 'hex');
    const body = Buffer.from(capture.body);
    body.fill(0, body.indexOf(id), body.indexOf(id) + id.length);
    const { status, text } = await sendCapture(system, { ...capture, body });
    expect(status).toBe(200);
    expect(readPartialSuccess(Buffer.from(text))).toMatchObject({
      rejected: 1,
      message: expect.stringMatching(/[Ii]d/) as unknown,
    });
  });
});

describe('a log record', () => {
  test.each<readonly [string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ['without a severity', { body: { stringValue: 'plain' } }, { level: 'info', message: 'plain' }],
    ['with a severity of 0', { severityNumber: 0, body: { stringValue: 'zero' } }, { level: 'info', message: 'zero' }],
    ['with a word for its severity', { severityText: 'WARN', body: { stringValue: 'word' } }, { level: 'warning' }],
    ['with a number beyond the bands', { severityNumber: 99, body: { stringValue: 'far' } }, { message: 'far' }],
    ['without a body', { severityNumber: 9 }, { level: 'info', message: '' }],
    ['with fields in snake case', { severity_number: 17, body: { string_value: 'snake' } }, { level: 'info' }],
    ['with unknown fields', { body: { stringValue: 'new' }, of_the_future: [{}] }, { message: 'new' }],
    ['with a number for its body', { body: { intValue: '7' } }, { message: '7' }],
    [
      'with a map for its body',
      { body: { kvlistValue: { values: attributes({ a: 'b' }) } } },
      { message: '{"a":"b"}', attributes: { body: { a: 'b' } } },
    ],
    ['with a name', { eventName: 'cart.abandoned' }, { attributes: { 'event.name': 'cart.abandoned' } }],
    [
      'with keys that extend each other',
      { attributes: attributes({ a: '1', 'a.b': '2' }) },
      { attributes: { a: '1', 'a.b': '2' } },
    ],
  ])('%s is taken', async (_name, record, expected) => {
    const traceId = newEventId();
    const spanId = newSpanId();
    const answer = await postOtlp(system, project, '/v1/logs', {
      body: logsOf({ timeUnixNano: nanosAgo(5), traceId, spanId, ...record }),
    });
    expect(answer).toMatchObject({ status: 200, json: {} });
    expect(await foundIn(api, 'logs', { trace: traceId })).toMatchObject([{ spanId, ...expected }]);
  });

  test('without a time has that of its observation', async () => {
    const traceId = newEventId();
    const observed = nanosAgo(60_000);
    await postOtlp(system, project, '/v1/logs', {
      body: logsOf({ observedTimeUnixNano: observed, timeUnixNano: '0', traceId }),
    });
    const [log] = await foundIn(api, 'logs', { trace: traceId });
    expect(log?.['timestamp']).toBe(new Date(Number(observed.slice(0, -6))).toISOString());
  });
});

describe('a request', () => {
  test('that is sent again adds nothing and has the same response', async () => {
    const tenant = await createTenant(system);
    const own = await connectApi(system, tenant, 'project:read');
    const spans = Array.from({ length: 2_300 }, () => otlpSpan());
    const body = gzipSync(JSON.stringify(tracesOf(...spans)));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const send = () => postOtlp(system, tenant, '/v1/traces', { body, headers });
    expect([await send(), await send()]).toMatchObject([
      { status: 200, json: {} },
      { status: 200, json: {} },
    ]);
    const stats = await own.until('stats', {}, (read) => (countsIn(read)['span processed'] ?? 0) >= spans.length);
    expect(countsIn(stats)).toEqual({ 'span received': spans.length, 'span processed': spans.length });
  });

  test.each(['/v1/traces', '/v1/logs', '/v1/metrics'] as const)('to %s may be empty', async (path) => {
    expect(await postOtlp(system, project, path, { body: {} })).toMatchObject({ status: 200, json: {} });
    expect(await postOtlp(system, project, path, { body: Buffer.alloc(0) })).toMatchObject({ status: 200, text: '' });
  });

  test('may lie on several levels of resources and scopes', async () => {
    const [one, two] = [otlpSpan(), otlpSpan()];
    const body = {
      resourceSpans: [
        {
          resource: { attributes: attributes({ 'service.version': '1', 'deployment.environment': 'old' }) },
          scopeSpans: [{ spans: [one] }],
        },
        { scopeSpans: [{ scope: {} }, { spans: [two] }] },
        {},
      ],
    };
    expect(await postOtlp(system, project, '/v1/traces', { body })).toMatchObject({ status: 200, json: {} });
    expect(await foundIn(api, 'spans', { trace: one.traceId })).toMatchObject([{ release: '1', environment: 'old' }]);
    expect(await foundIn(api, 'spans', { trace: two.traceId })).toMatchObject([{ release: null }]);
  });

  test.each<readonly [string, string, Record<string, string>, number]>([
    ['that is not JSON', '{"resourceSpans":', {}, 400],
    ['of another type', '{}', { 'content-type': 'text/plain' }, 415],
    ['with zstd', '{}', { 'content-encoding': 'zstd' }, 415],
    ['without a key', '{}', { authorization: '' }, 401],
    ['with an unknown key', '{}', { authorization: `Bearer ${'f'.repeat(32)}` }, 401],
  ])('%s is refused with a status that has a message', async (_name, body, headers, status) => {
    const answer = await postOtlp(system, project, '/v1/traces', { body, headers });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ message: expect.stringMatching(/\S/) as unknown });
    expect(answer.headers['access-control-allow-origin']).toMatch(/\S/);
  });

  test('in binary that cannot be read is refused in binary', async () => {
    const answer = await postOtlp(system, project, '/v1/traces', { body: Buffer.from([0x0a, 0xff, 0x01, 0x00]) });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/x-protobuf');
    expect(readStatusMessage(Buffer.from(answer.text))).toMatch(/\S/);
  });
});

describe('the key', () => {
  test.each<readonly [string, (key: string) => { headers: Record<string, string>; query?: string }]>([
    ['as a bearer token', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
    ['in X-Service-Auth', (key) => ({ headers: { 'x-service-auth': `Service service_key=${key}` } })],
    ['in the query', (key) => ({ headers: {}, query: `?service_key=${key}` })],
  ])('is taken %s', async (_name, place) => {
    const { headers, query = '' } = place(project.key);
    const span = otlpSpan();
    const answer = await sendRaw(`/v1/traces${query}`, headers, tracesOf(span));
    expect(answer).toMatchObject({ status: 200, json: {} });
    await foundIn(api, 'spans', { trace: span.traceId });
  });

  test('that contradicts another one is a 401', async () => {
    const headers = { authorization: `Bearer ${project.key}`, 'x-service-auth': `Service service_key=${other.key}` };
    expect((await sendRaw('/v1/traces', headers, {})).status).toBe(401);
    expect(
      (await sendRaw(`/v1/traces?service_key=${other.key}`, { authorization: `Bearer ${project.key}` }, {})).status,
    ).toBe(401);
  });
});

describe('limits', () => {
  test('that last an hour are partial success, because exporters would repeat a 429', async () => {
    const limited = await createTenant(system, { project: { eventsPerHour: 1 } });
    const record = () => ({ timeUnixNano: nanosAgo(5), body: { stringValue: newEventId() } });
    const first = await postOtlp(system, limited, '/v1/logs', { body: logsOf(record(), record(), record()) });
    expect(first).toMatchObject({ status: 200 });
    expect(refusedIn(first)).toEqual([2, expect.stringMatching(/\S/)]);
    const second = await postOtlp(system, limited, '/v1/logs', { body: logsOf(record()) });
    expect(second).toMatchObject({ status: 200 });
    expect(refusedIn(second)).toEqual([1, expect.stringMatching(/\S/)]);
  });

  test('what a filter drops is not counted in the response', async () => {
    const filtered = await createTenant(system, { project: { 'sampleRates.log': 0 } });
    const record = { timeUnixNano: nanosAgo(5), body: { stringValue: 'dropped' } };
    expect(await postOtlp(system, filtered, '/v1/logs', { body: logsOf(record) })).toMatchObject({
      status: 200,
      json: {},
    });
  });
});

test('a preflight request is allowed', async () => {
  const answer = await sendRaw(
    '/v1/traces',
    { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
    '',
    'OPTIONS',
  );
  expect(answer.status).toBeLessThan(300);
  expect(answer.headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization');
});

/** Number of refused records in a JSON response, and why. */
function refusedIn({ json }: Answer): readonly unknown[] {
  const { partialSuccess = {} } = json as { partialSuccess?: WireObject };
  return [Number(partialSuccess['rejectedLogRecords']), partialSuccess['errorMessage']];
}

function sendRaw(
  path: string,
  headers: Record<string, string>,
  body: object | string,
  method = 'POST',
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ask(`${system.baseUrl}${path}`, {
    method,
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
