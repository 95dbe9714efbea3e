import { describe, expect, test } from '@jest/globals';
import type { OtlpSignal } from './event.js';
import { encodeRequest } from './testing/encodeRequest.js';
import { RECORD_LISTS } from './recordLists.js';
import { READER, eventsOf, translateBinary, translateBytes, translateJson } from './testing/translate.js';
import { translateOtlp } from './translateOtlp.js';

const span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  startTimeUnixNano: '1795894446859000000',
  endTimeUnixNano: '1795894446943489164',
};
const requestOf = (spans: readonly object[]): object => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const NOTHING = { events: [] };

describe('a request', () => {
  test.each<[OtlpSignal, unknown]>([
    ['traces', {}],
    ['traces', { resourceSpans: null }],
    ['traces', { resourceSpans: [], unknown: 1 }],
    ['logs', { resourceLogs: [{ scopeLogs: [{}] }] }],
    ['metrics', { resourceMetrics: [{}] }],
  ])('for %s with %j is empty', (signal, request) => {
    expect(translateJson(signal, request)).toEqual(NOTHING);
  });

  test('of no bytes is empty in the binary encoding', () => {
    expect(translateBytes('traces', 'protobuf', Buffer.alloc(0))).toEqual(NOTHING);
  });

  test.each([
    ['[]', 'The body is not a JSON object.'],
    ['{', 'The body is not a JSON object.'],
    ['{"resourceSpans":{}}', '"resourceSpans" is not a list of objects.'],
    ['{"resourceSpans":[null]}', '"resourceSpans" is not a list of objects.'],
    ['{"resourceSpans":[{},{"scopeSpans":[{"spans":"x"}]}]}', '"spans" is not a list.'],
    ['{"resourceSpans":[{"scopeSpans":[7]}]}', '"scopeSpans" is not a list of objects.'],
  ])('of %s is refused', (text, problem) => {
    expect(translateBytes('traces', 'json', Buffer.from(text))).toEqual({ status: 400, problem });
  });

  test.each<['traces' | 'logs', string[], string, string]>([
    ['traces', ['resourceSpans', 'scopeSpans', 'spans'], 'span', 'The span is not an object.'],
    ['logs', ['resourceLogs', 'scopeLogs', 'logRecords'], 'log', 'The record is not an object.'],
  ])('for %s refuses a record that is not an object, and no other record', (signal, names, type, payload) => {
    const request = names.reduceRight<unknown>((list, name) => [{ [name]: list }], [null, span, 7, [], 'x']);
    const refused = { event: { type, timestamp: '9999-12-31T23:59:59Z', payload }, isRecord: true };
    const accepted = expect.objectContaining({ event: expect.objectContaining({ payload: expect.any(Object) }) });
    expect(eventsOf(translateJson(signal, (request as unknown[])[0]))).toEqual([
      refused,
      accepted,
      refused,
      refused,
      refused,
    ]);
  });

  test('with a member named problem is no problem', () => {
    expect(translateJson('traces', { problem: 'x', status: 500 })).toEqual(NOTHING);
  });

  test.each([
    ['traces', 'resource_spans'],
    ['logs', 'resource_logs'],
    ['metrics', 'resource_metrics'],
  ] as const)('for %s with the names of the .proto files gets a warning', (signal, name) => {
    expect(translateJson(signal, { [name]: [{}] })).toEqual({
      ...NOTHING,
      warning: `"${name}" is ignored: the names of OTLP in JSON are in lowerCamelCase.`,
    });
  });

  test('has at most 20,000 events, exceptions included', () => {
    const events = [{ name: 'exception', attributes: [{ key: 'exception.type', value: { stringValue: 'E' } }] }];
    const spans = Array.from({ length: 20_000 }, () => span);
    const most = requestOf(spans);
    const tooMany = requestOf([...spans.slice(1), { ...span, events }, span]);
    expect(eventsOf(translateJson('traces', most))).toHaveLength(20_000);
    expect(translateJson('traces', tooMany)).toMatchObject({ status: 413 });
  });

  test.each([
    ['JSON', translateJson],
    ['the binary encoding', translateBinary],
  ] as const)('has at most 16,000 attributes in a record or resource, in %s', (_encoding, translate) => {
    const attributes = (count: number) => Array.from({ length: count }, () => ({ key: 'a', value: { intValue: 1 } }));
    const ofSpan = (count: number) =>
      requestOf([span, { ...span, events: [{ name: 'e', attributes: attributes(count) }] }]);
    const ofResource = (count: number) => ({ resourceMetrics: [{ resource: { attributes: attributes(count) } }] });
    const refused = { status: 413, problem: expect.stringContaining('16,000 attributes') as unknown };
    expect(eventsOf(translate('traces', ofSpan(15_000)))).toHaveLength(2);
    expect(translate('traces', ofSpan(17_000))).toMatchObject(refused);
    expect(translate('metrics', ofResource(15_000))).toEqual(NOTHING);
    expect(translate('metrics', ofResource(17_000))).toMatchObject(refused);
  });

  test('may have a span with many times more exceptions, of which the first ones are read, equal ones once', () => {
    const failure = { name: 'exception', attributes: [{ key: 'exception.type', value: { stringValue: 'E' } }] };
    const events = Array.from({ length: 5_000 }, () => failure);
    const translation = translateJson('traces', requestOf([{ ...span, events }]));
    expect('events' in translation && translation.events.length).toBe(3);
  });
});

describe('a request in the binary encoding', () => {
  const body = encodeRequest('traces', requestOf([span, span]));

  test('is refused if it is cut', () => {
    const cut = Array.from({ length: body.length - 1 }, (_, index) => body.subarray(0, index + 1));
    const statuses = cut.map((bytes) => translateBytes('traces', 'protobuf', bytes));
    expect(statuses).toEqual(cut.map(() => ({ status: 400, problem: expect.stringContaining('not a valid OTLP') })));
  });

  test.each<[string, Buffer]>([
    ['a length beyond its end', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['a length of 64 bits', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01])],
    ['a varint without end', Buffer.alloc(11, 0xff)],
    ['a group', Buffer.from([0x7b, 0x7c])],
    ['the field 0', Buffer.from([0x02, 0x00])],
    ['JSON', Buffer.from('{"resourceSpans":[]}')],
    ['40 levels of nested maps', nested(40)],
    ['3,000 levels of nested maps', nested(3_000)],
  ])('is refused if it contains %s', (_name, bytes) => {
    expect(translateBytes('traces', 'protobuf', bytes)).toMatchObject({ status: 400 });
  });

  test('keeps a text that is not valid UTF-8, with U+FFFD', () => {
    const request = encodeRequest('traces', requestOf([{ ...span, name: 'cart!' }]));
    request[request.indexOf('!')] = 0xff;
    expect(translateBytes('traces', 'protobuf', request)).toMatchObject({
      events: [{ event: { payload: { name: 'cart\ufffd' } } }],
    });
  });

  test('reserves memory for its messages before it decodes them', () => {
    const reserved: number[] = [];
    const reserve = (bytes: number): boolean => reserved.push(bytes) > 1;
    const [busy, accepted] = [1, 2].map(() => translateBytes('traces', 'protobuf', body, { ...READER, reserve }));
    expect(busy).toMatchObject({ status: 503 });
    expect(accepted).toMatchObject({ events: [{}, {}] });
    // A resource, a scope and two spans.
    expect(reserved).toEqual([body.length + 4 * 320, body.length + 4 * 320]);
  });

  test('has at most 20,000 spans', () => {
    const spans = field(1, field(2, Buffer.concat(Array<Buffer>(20_001).fill(field(2)))));
    expect(translateBytes('traces', 'protobuf', spans)).toMatchObject({ status: 413 });
  });

  test('has at most 500,000 messages', () => {
    const empty = field(1, field(2, field(2, Buffer.concat(Array<Buffer>(500_001).fill(field(9))))));
    expect(translateBytes('traces', 'protobuf', empty)).toMatchObject({ status: 413 });
  });
});

test.each(['traces', 'logs', 'metrics'] as const)('%s: a pause is made for each resource and scope', (signal) => {
  const [resources, scopes] = RECORD_LISTS[signal];
  const request = { [resources]: Array.from({ length: 3 }, () => ({ [scopes]: [{}, {}] })) };
  const steps = translateOtlp(signal, 'json', Buffer.from(JSON.stringify(request)), READER);
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  // First as values are counted.
  expect(pauses).toBe(2 * 3 * (1 + 2));
});

/** A field that is a message. */
function field(number: number, content: Buffer = Buffer.alloc(0)): Buffer {
  const length: number[] = [];
  let rest = content.length;
  for (; rest >= 128; rest >>= 7) length.push((rest % 128) | 128);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), content]);
}

/** A request with a span whose attribute is nested maps. */
function nested(levels: number): Buffer {
  let value: Buffer = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) value = field(6, field(1, field(2, value)));
  return field(1, field(2, field(2, field(9, field(2, value)))));
}
