import { describe, expect, test } from '@jest/globals';
import { eventsOf, translateJson } from '../testing/translate.js';

const TRACE = '4BF92F3577B34DA6A3CE929D0E0E4736';
const SPAN = '00F067AA0BA902B7';
const span = {
  traceId: TRACE,
  spanId: SPAN,
  name: 'GET /cart',
  kind: 2,
  startTimeUnixNano: '1795894446859000000',
  endTimeUnixNano: '1795894446943489164',
};
const text = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
const exception = {
  name: 'exception',
  timeUnixNano: '1795894446900000000',
  attributes: [
    text('exception.type', 'TypeError'),
    text('exception.message', 'no cart'),
    text('exception.stacktrace', 's'),
  ],
};
const resource = {
  attributes: [
    text('service.name', 'checkout'),
    text('service.version', 'shop@1.2.0'),
    text('deployment.environment.name', 'staging'),
    text('telemetry.sdk.language', 'nodejs'),
    text('os.type', 'linux'),
  ],
};

describe('a span', () => {
  test('has ids in lower case, times cut to milliseconds and an exact duration', () => {
    expect(eventOf({ ...span, parentSpanId: 'B7AD6B7169203331' })).toEqual({
      type: 'span',
      timestamp: '2026-11-28T19:34:06.943Z',
      contexts: { kind: 'server' },
      payload: {
        uuid: '00f067aa0ba902b7',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        parentId: 'b7ad6b7169203331',
        name: 'GET /cart',
        op: 'server',
        startTime: '2026-11-28T19:34:06.859Z',
        endTime: '2026-11-28T19:34:06.943Z',
        duration: 84.489164,
        status: 'ok',
        metrics: {},
      },
    });
  });

  test.each(['', null, '0000000000000000'])('with the parent %j is a root', (parentSpanId) => {
    expect(eventOf({ ...span, parentSpanId }).payload).toMatchObject({ parentId: null });
  });

  test.each<[string, number, string[], string]>([
    ['a server of HTTP', 2, ['http.request.method'], 'http.server'],
    ['a client of HTTP, by its former attribute', 3, ['http.method'], 'http.client'],
    ['a database', 3, ['db.system.name'], 'db'],
    ['a database, by its former attribute', 3, ['db.system'], 'db'],
    ['a remote call', 2, ['rpc.system'], 'rpc'],
    ['a sent message', 4, ['messaging.system'], 'messaging.publish'],
    ['a processed message', 5, ['messaging.system'], 'messaging.process'],
    ['a producer', 4, [], 'producer'],
    ['an internal span that names a method', 1, ['http.request.method'], 'internal'],
    ['an unspecified kind', 0, [], 'internal'],
    ['an unknown kind', 17, [], 'internal'],
  ])('of %s has its operation', (_name, kind, names, op) => {
    expect(eventOf({ ...span, kind, attributes: names.map((name) => text(name, 'x')) }).payload).toMatchObject({ op });
  });

  test('failed by the code of its status, and has the reason', () => {
    const failed = eventOf({ ...span, status: { code: 2, message: 'refused' } });
    expect(failed).toMatchObject({ payload: { status: 'error' }, contexts: { 'status.message': 'refused' } });
    expect(eventOf({ ...span, status: { code: 1 } })).toMatchObject({ payload: { status: 'ok' } });
  });

  test('keeps its attributes flat, so that `a` and `a.b` exist together', () => {
    const attributes = [text('a', '1'), text('a.b', '2'), text('__proto__', '3')];
    expect(JSON.stringify(eventOf({ ...span, attributes }).contexts)).toBe(
      '{"kind":"server","a":"1","a.b":"2","__proto__":"3"}',
    );
  });

  test('has release, environment and service of its resource, which its attributes do not replace', () => {
    const event = eventOf(
      { ...span, attributes: [text('service.name', 'other')] },
      { resource, scope: { name: 'http' } },
    );
    expect(event.contexts).toEqual({
      'service.name': 'checkout',
      release: 'shop@1.2.0',
      environment: 'staging',
      'telemetry.sdk.language': 'nodejs',
      resource: { 'os.type': 'linux' },
      'otel.scope.name': 'http',
      kind: 'server',
    });
  });

  test.each([
    ['names', 'attribute.'],
    ['numbers as names', ''],
  ])('with 300 attributes with %s has 200 contexts, among them those of its resource', (_name, prefix) => {
    const attributes = Array.from({ length: 300 }, (_, index) => text(`${prefix}${index}`, 'x'));
    const { contexts = {} } = eventOf({ ...span, attributes, status: { message: 'refused' } }, { resource });
    expect(Object.keys(contexts)).toHaveLength(200);
    expect(contexts).toMatchObject({
      'service.name': 'checkout',
      release: 'shop@1.2.0',
      environment: 'staging',
      kind: 'server',
      'status.message': 'refused',
      [`${prefix}0`]: 'x',
    });
  });

  test('keeps facts about a device, which the server would replace by those of the user agent', () => {
    const attributes = [text('device.id', 'a'), text('device.model.name', 'b'), text('device', 'c')];
    expect(eventOf({ ...span, attributes }).contexts).toEqual({
      kind: 'server',
      'device_info.id': 'a',
      'device_info.model.name': 'b',
      device: 'c',
    });
  });

  test('has the environment of the former attribute', () => {
    const attributes = [text('deployment.environment', 'old')];
    expect(eventOf(span, { resource: { attributes } }).contexts).toMatchObject({ environment: 'old' });
  });

  test('has its links, state and events, at most 128 of each', () => {
    const links = Array.from({ length: 200 }, () => ({ traceId: TRACE, spanId: SPAN, attributes: [text('why', 'x')] }));
    const events = Array.from({ length: 200 }, () => ({ name: 'rows', timeUnixNano: span.startTimeUnixNano }));
    const { contexts } = eventOf({ ...span, traceState: 'a=b', links, events });
    expect(contexts).toMatchObject({ trace_state: 'a=b' });
    expect(contexts?.['links']).toEqual(
      Array<object>(128).fill({ why: 'x', trace: TRACE.toLowerCase(), span: SPAN.toLowerCase() }),
    );
    expect(contexts?.['events']).toEqual(
      Array<object>(128).fill({ name: 'rows', timestamp: '2026-11-28T19:34:06.859Z' }),
    );
  });
});

describe('a span is refused', () => {
  test.each<[string, object, string]>([
    ['without a trace', { traceId: '' }, "The span's traceId is empty or all zeros."],
    ['with a trace of zeros', { traceId: '0'.repeat(32) }, "The span's traceId is empty or all zeros."],
    ['without an id', { spanId: undefined }, "The span's spanId is empty or all zeros."],
    ['with a short id', { spanId: 'abcd' }, "The span's spanId has 2 bytes instead of 8."],
    ['with a number as its id', { spanId: 7 }, "The span's spanId is not a string."],
    [
      'with an id in base64',
      { traceId: 'S/kvNXezTaajzpKdDg5HNg==' },
      'The span\'s traceId is "S/kvNXezTaajzpKdDg5HNg==" instead of 32 hexadecimal digits. OTLP in JSON encodes ids in hexadecimal, not in base64.',
    ],
    ['without a start', { startTimeUnixNano: '0' }, "The span's startTimeUnixNano is missing or not a time."],
    ['with an end that is no time', { endTimeUnixNano: 'now' }, "The span's endTimeUnixNano is missing or not a time."],
    ['that ends first', { endTimeUnixNano: '1795894446858999999' }, 'The span ends 0.000001 ms before it starts.'],
    ['with attributes that are an object', { attributes: { a: 1 } }, "The span's attributes are not a list."],
  ])('%s', (_name, wrong, payload) => {
    const refused = eventsOf(requestOf({ ...span, ...wrong }));
    expect(refused).toEqual([{ event: { type: 'span', timestamp: '9999-12-31T23:59:59Z', payload }, isRecord: true }]);
  });

  test('and the others of its request are not', () => {
    expect(eventsOf(requestOf({ ...span, traceId: '' }, span)).map(({ event }) => typeof event.payload)).toEqual([
      'string',
      'object',
    ]);
  });
});

describe('an exception of a span', () => {
  test('has its trace, span, resource and stack, and is no record', () => {
    const [record, reported] = eventsOf(
      translateJson('traces', bodyOf([{ ...span, events: [exception] }], { resource })),
    );
    expect(record).toMatchObject({ isRecord: true });
    expect(record?.event.contexts).not.toHaveProperty('events');
    expect(reported).toEqual({
      event: {
        type: 'exception',
        timestamp: '2026-11-28T19:34:06.900Z',
        contexts: {
          'service.name': 'checkout',
          release: 'shop@1.2.0',
          environment: 'staging',
          'telemetry.sdk.language': 'nodejs',
          resource: { 'os.type': 'linux' },
          'trace.id': TRACE.toLowerCase(),
          'span.id': SPAN.toLowerCase(),
        },
        payload: { type: 'TypeError', message: 'no cart', level: 'error', platform: 'javascript', stack: 's' },
      },
      isRecord: false,
    });
  });

  test.each([
    [{ boolValue: true }, { handled: false }],
    [{ stringValue: 'true' }, { handled: false }],
    [{ boolValue: false }, {}],
  ])('with exception.escaped %j has %j', (value, expected) => {
    const escaped = { ...exception, attributes: [text('exception.type', 'E'), { key: 'exception.escaped', value }] };
    expect(eventsOf(requestOf({ ...span, events: [escaped] }))[1]?.event.payload).toEqual({
      type: 'E',
      level: 'error',
      ...expected,
    });
  });

  test.each<[string, string, string, object]>([
    [
      'went through its end is not handled',
      'go',
      'go.opentelemetry.io/otel/sdk/trace.(*recordingSpan).End',
      { handled: false },
    ],
    ['was recovered and recorded', 'go', 'go.opentelemetry.io/otel/sdk/trace.(*recordingSpan).RecordError', {}],
    ['was printed by another language', 'python', 'go.opentelemetry.io/otel/sdk/trace.(*recordingSpan).End', {}],
  ])('with a panic of Go that %s', (_name, language, recorder, expected) => {
    const stack = `goroutine 1 [running]:
${recorder}(0xc0000c6180, {0x0, 0x0, 0x0})
\t/root/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.24.0/trace/span.go:405 +0x8ec
panic({0x6f4a20?, 0x7a3c50?})
\t/usr/local/go/src/runtime/panic.go:914 +0x21f
main.price(...)
\t/srv/shop/main.go:20`;
    const panic = { ...exception, attributes: [text('exception.type', 'E'), text('exception.stacktrace', stack)] };
    const request = bodyOf([{ ...span, events: [panic] }], {
      resource: { attributes: [text('telemetry.sdk.language', language)] },
    });
    expect(eventsOf(translateJson('traces', request))[1]?.event.payload).toEqual({
      type: 'E',
      level: 'error',
      platform: language,
      stack,
      ...expected,
    });
  });

  test.each([
    ['nodejs', 'javascript'],
    ['webjs', 'javascript'],
    ['python', 'python'],
    ['crystal', 'crystal'],
  ])('of an SDK for %s has the platform %s', (language, platform) => {
    const request = bodyOf([{ ...span, events: [exception] }], {
      resource: { attributes: [text('telemetry.sdk.language', language)] },
    });
    expect(eventsOf(translateJson('traces', request))[1]).toMatchObject({ event: { payload: { platform } } });
  });

  test('is returned once for a span, type and message', () => {
    const other = { ...exception, attributes: [text('exception.type', 'RangeError')] };
    const events = [exception, exception, other];
    const spans = [
      { ...span, events },
      { ...span, spanId: 'b7ad6b7169203331', events },
    ];
    const types = eventsOf(requestOf(...spans)).map(({ event }) => event.type);
    expect(types).toEqual(['span', 'exception', 'exception', 'span', 'exception', 'exception']);
  });

  test('is not read after the first 1,000 of a span: one refused event stands for the rest', () => {
    const events = Array.from({ length: 1_002 }, (_, index) => ({
      ...exception,
      attributes: [text('exception.type', `E${index}`)],
    }));
    const payloads = eventsOf(requestOf({ ...span, events })).map(({ event }) => event.payload);
    expect(payloads).toHaveLength(1_002);
    expect(payloads.slice(-2)).toEqual([
      { type: 'E999', level: 'error' },
      'The span reports 1002 exceptions, of which the first 1000 are read.',
    ]);
  });

  test('is dropped without type, message and stack', () => {
    expect(eventsOf(requestOf({ ...span, events: [{ name: 'exception' }] }))).toHaveLength(1);
  });
});

const bodyOf = (
  spans: readonly object[],
  { resource: of = {}, scope = {} }: { resource?: object; scope?: object } = {},
) => ({
  resourceSpans: [{ resource: of, scopeSpans: [{ scope, spans }] }],
});

const requestOf = (...spans: readonly object[]) => translateJson('traces', bodyOf(spans));

function eventOf(one: object, sender?: { resource?: object; scope?: object }) {
  const [found] = eventsOf(translateJson('traces', bodyOf([one], sender)));
  if (found === undefined) throw new Error('no event');
  return found.event;
}
