import { LIMITS } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { ARRIVAL_MS, factsFor } from '../testing/facts.js';
import { clean, type CleanEvent } from './clean.js';

type Fields = Record<string, unknown>;

const TIME = '2025-01-01T00:00:00Z';
const base = { type: 'log', timestamp: TIME, payload: {} };
const cleaned = (event: unknown): CleanEvent => clean(event, factsFor([event]));
const fields = (event: unknown): Fields => cleaned(event).event as Fields;
const parsed = (json: string): unknown => JSON.parse(json);
const long = (length: number): string => 'x'.repeat(length);

describe('cleaning', () => {
  test('returns the same object for an event without changes', () => {
    const event = { ...base, tags: { a: 'b' }, contexts: { c: 1, d: { e: [1] } }, payload: { message: 'm' } };
    expect(cleaned(event)).toEqual({ event, type: 'log', tooDeep: false, hasTimestamp: true, trims: 0 });
    expect(cleaned(event).event).toBe(event);
  });

  test.each([null, 5, 'text', true, [], [{}]])('%j is not an object', (value) => {
    expect(cleaned(value).event).toBeUndefined();
  });

  test.each<[string, string, unknown]>([
    ['a NUL', '{"a":"x\\u0000y"}', { a: 'x\uFFFDy' }],
    ['a lone high surrogate', '{"a":"\\ud800"}', { a: '\uFFFD' }],
    ['a lone low surrogate', '{"a":"\\udc00!"}', { a: '\uFFFD!' }],
    ['a reversed pair', '{"a":"\\ude00\\ud83d"}', { a: '\uFFFD\uFFFD' }],
    ['a pair stays', '{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['in keys', '{"a\\u0000":1}', { 'a\uFFFD': 1 }],
    ['deep in arrays', '{"a":[[{"b":["\\u0000"]}]]}', { a: [[{ b: ['\uFFFD'] }]] }],
    ['__proto__ is dropped', '{"__proto__":{"x":1},"a":1}', { a: 1 }],
    ['an escaped __proto__ is dropped', '{"\\u005f_proto__":{"x":1},"a":{"__proto__":null}}', { a: {} }],
    ['constructor is kept', '{"constructor":{"prototype":1}}', { constructor: { prototype: 1 } }],
  ])('applies to strings and keys: %s', (_name, json, expected) => {
    const text = `{"type":"replay","timestamp":"${TIME}","payload":{"events":[${json}]}}`;
    const body = { depth: 9, longestString: 9, mayNeedCleaning: true };
    const { event } = clean(parsed(text), { arrivalMs: ARRIVAL_MS, body });
    expect((event?.['payload'] as Fields)['events']).toEqual([expected]);
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  });

  test.each<[string, unknown, unknown]>([
    ['absent', undefined, undefined],
    ['null', null, undefined],
    ['an array', ['a'], undefined],
    ['a string', 'a', undefined],
    ['numbers and booleans as strings', { a: 1, b: false, c: 1.5 }, { a: '1', b: 'false', c: '1.5' }],
    ['other values dropped', { a: 'x', b: null, c: {}, d: [] }, { a: 'x' }],
    ['empty keys dropped', { a: 'x', '': 'y' }, { a: 'x' }],
    ['long keys and values cut', { [long(201)]: long(201) }, { [`${long(199)}…`]: `${long(199)}…` }],
    ['at most 100', many(101, 'v'), many(100, 'v')],
  ])('applies to tags: %s', (_name, tags, expected) => {
    expect(fields({ ...base, tags })['tags']).toEqual(expected);
  });

  test.each<[string, unknown, unknown]>([
    ['null', null, undefined],
    ['an array', [], undefined],
    ['null values dropped', { a: null, b: 0 }, { b: 0 }],
    ['nested values as given', { a: { b: [null, 1] } }, { a: { b: [null, 1] } }],
    ['long strings cut', { a: long(8_193) }, { a: `${long(8_191)}…` }],
    ['at most 200', many(201, 1), many(200, 1)],
    ['an address of the user', { 'user.ip_address': '203.0.113.7' }, { 'user.ip_address': '203.0.113.7' }],
    [
      'an address of the user in its shortest form',
      { 'user.ip_address': '[2001:DB8:0::1]:443' },
      { 'user.ip_address': '2001:db8::1' },
    ],
    ['no placeholder of an address', { 'user.ip_address': '{{auto}}', a: 1 }, { a: 1 }],
    ['no number as an address', { 'user.ip_address': 7, a: 1 }, { a: 1 }],
  ])('applies to contexts: %s', (_name, contexts, expected) => {
    expect(fields({ ...base, contexts })['contexts']).toEqual(expected);
  });

  test.each<[string, string, Fields, Fields]>([
    ['a message', 'log', { message: long(8_193) }, { message: `${long(8_191)}…` }],
    ['a message at its limit', 'exception', { message: long(8_192) }, { message: long(8_192) }],
    ['a message that is not a string', 'exception', { message: { a: 1 } }, { message: { a: 1 } }],
    ['metrics that are no numbers', 'span', { metrics: { a: 1, b: '2', c: null, d: {} } }, { metrics: { a: 1 } }],
    ['metrics that are too large', 'span', { metrics: { a: Infinity } }, { metrics: {} }],
    ['at most 100 metrics', 'span', { metrics: many(101, 1) }, { metrics: many(100, 1) }],
    ['metrics that are not an object remain for validation', 'span', { metrics: [1] }, { metrics: [1] }],
    ['null for absent', 'span', { parentId: null, op: null, name: 'n' }, { name: 'n' }],
    ['a cause', 'exception', { cause: { message: long(9_000) } }, { cause: { message: `${long(8_191)}…` } }],
    ['any other string', 'hit', { url: long(70_000) }, { url: `${long(65_535)}…` }],
    [
      'replay events are not trimmed',
      'replay',
      { events: [long(70_000)], x: long(70_000) },
      { events: [long(70_000)], x: `${long(65_535)}…` },
    ],
  ])('applies to the payload: %s', (...[, type, payload, expected]) => {
    expect(fields({ ...base, type, payload })['payload']).toEqual(expected);
  });

  test('replaces the middle of a long stack by a mark', () => {
    const frames = Array.from({ length: 300 }, (_, line) => ({ line }));
    const event = { ...base, type: 'exception', payload: { frames, breadcrumbs: frames } };
    const payload = fields(event)['payload'] as Record<string, unknown[]>;
    expect(payload['frames']).toHaveLength(250);
    expect(payload['frames']?.[0]).toEqual({ line: 0 });
    expect(payload['frames']?.[125]).toEqual({ function: '…' });
    expect(payload['frames']?.at(-1)).toEqual({ line: 299 });
    expect(payload['breadcrumbs']).toEqual(frames.slice(200));
    expect(cleaned(event).trims).toBe(2);
  });

  test('drops causes after the eighth', () => {
    const nest = (depth: number): Fields => (depth === 0 ? { end: true } : { cause: nest(depth - 1) });
    let payload = fields({ ...base, type: 'exception', payload: nest(20) })['payload'] as Fields;
    let causes = 0;
    for (; payload['cause'] !== undefined; causes += 1) payload = payload['cause'] as Fields;
    expect(causes).toBe(LIMITS.cutCauses);
  });

  test.each<[string, string, boolean, string]>([
    [
      'a minute ahead is kept',
      new Date(ARRIVAL_MS + 60_000).toISOString(),
      true,
      new Date(ARRIVAL_MS + 60_000).toISOString(),
    ],
    ['more becomes the arrival', new Date(ARRIVAL_MS + 60_001).toISOString(), true, '2025-06-01T12:00:00.000Z'],
    ['the year 9999 becomes the arrival', '9999-12-31', true, '2025-06-01T12:00:00.000Z'],
    ['the past is kept', '1970-01-01', true, '1970-01-01'],
    ['an invalid time remains for validation', 'yesterday', false, 'yesterday'],
  ])('applies to the timestamp: %s', (...[, timestamp, hasTimestamp, expected]) => {
    const result = cleaned({ ...base, timestamp });
    expect([result.hasTimestamp, result.event?.['timestamp']]).toEqual([hasTimestamp, expected]);
  });

  test('accepts 64 levels and not 65, except in replay events', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
    expect(cleaned({ ...base, payload: { a: nest(62) } }).tooDeep).toBe(false);
    expect(cleaned({ ...base, payload: { a: nest(63) } }).tooDeep).toBe(true);
    expect(cleaned({ ...base, type: 'replay', payload: { events: nest(500) } }).tooDeep).toBe(false);
    expect(cleaned({ ...base, type: 'replay', payload: { events: nest(500), a: nest(63) } }).tooDeep).toBe(true);
  });
});

function many(count: number, value: unknown): Fields {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));
}
