import { describe, expect, test } from '@jest/globals';
import { only } from '../testing/envelopes.js';
import { translateItems, translateOne } from '../testing/translate.js';

const ID = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const contextsOf = (event: object): unknown => translateOne({ event_id: ID, ...event }).contexts;

describe('contexts of an event', () => {
  test.each<[string, object, object]>([
    [
      'environment and release',
      { environment: 'staging', release: 'shop@1' },
      { environment: 'staging', release: 'shop@1' },
    ],
    ['nothing of empty ones', { environment: null, release: '' }, {}],
    [
      'a user',
      { user: { id: 42, email: 'a@b.example', username: 'ada', name: 'Ada', plan: 'pro' } },
      { 'user.id': '42', 'user.email': 'a@b.example', 'user.username': 'ada', 'user.name': 'Ada' },
    ],
    ['an address of a user', { user: { ip_address: '2001:db8::1' } }, { 'user.ip_address': '2001:db8::1' }],
    ['no address where it is that of the sender', { user: { ip_address: '{{auto}}' } }, {}],
    ['no text that is not an address', { user: { ip_address: 'me', id: null } }, {}],
    [
      'trace and span',
      { contexts: { trace: { trace_id: 't', span_id: 's', op: 'x' } } },
      { 'trace.id': 't', 'span.id': 's' },
    ],
    ['the replay of a tag', { tags: { replayId: 'r' } }, { 'replay.id': 'r' }],
    ['the replay of a tag in a pair', { tags: [['replayId', 'r']] }, { 'replay.id': 'r' }],
    ['the replay of a context', { contexts: { replay: { replay_id: 'r' } } }, { 'replay.id': 'r' }],
    [
      'names of the program',
      { server_name: 'web-1', dist: 7, transaction: 'GET /', logger: 'x', modules: { a: '1' } },
      { server_name: 'web-1', dist: '7', transaction: 'GET /', logger: 'x' },
    ],
    [
      'name and version of the SDK',
      { sdk: { name: 'sentry.python', version: '1.9.10', packages: [], integrations: ['a'] } },
      { 'sdk.name': 'sentry.python', 'sdk.version': '1.9.10' },
    ],
    [
      'plain values of known contexts',
      { contexts: { runtime: { type: 'runtime', name: 'node', version: 'v20', tags: [] }, os: 5 } },
      { 'runtime.name': 'node', 'runtime.version': 'v20' },
    ],
    [
      'facts about a device by another name',
      { contexts: { device: { arch: 'x64', charging: false } } },
      { 'device_info.arch': 'x64', 'device_info.charging': false },
    ],
    [
      'other contexts as they are',
      { contexts: { cart: { items: [1] }, 'device.x': 1, empty: {}, none: null } },
      { cart: { items: [1] }, 'device_info.x': 1 },
    ],
    [
      'no other context instead of a known one',
      { environment: 'e', contexts: { environment: { a: 1 }, 'event.id': 'x' } },
      { environment: 'e' },
    ],
    ['what a program adds', { extra: { cartSize: 17 } }, { extra: { cartSize: 17 } }],
  ])('are %s', (_name, event, expected) => {
    expect(contextsOf(event)).toEqual({ 'event.id': ID, ...expected });
  });

  test.each<[string, object, object]>([
    [
      'method, URL and query',
      { url: 'https://shop.example/pay', method: 'POST', query_string: 'a=1', env: { REMOTE_ADDR: '203.0.113.9' } },
      { url: 'https://shop.example/pay', 'http.method': 'POST', 'http.query': 'a=1' },
    ],
    ['a query of an object', { query_string: { a: '1', b: ['x', 'y'] } }, { 'http.query': 'a=1&b=x%2C+y' }],
    ['a query of pairs', { query_string: [['a', '1'], ['b', 2], null, [null, 3]] }, { 'http.query': 'a=1&b=2' }],
    [
      'headers, and the user agent of the end user apart from them',
      { headers: { 'User-Agent': 'Firefox', Accept: ['a', 'b'], Empty: null } },
      { 'device.userAgent': 'Firefox', 'http.headers': { Accept: 'a, b' } },
    ],
    [
      'headers of pairs, equal names joined',
      {
        headers: [
          ['user-agent', 'Firefox'],
          ['accept', 'a'],
          ['accept', 'b'],
          ['__proto__', 'x'],
        ],
      },
      { 'device.userAgent': 'Firefox', 'http.headers': { accept: 'a, b' } },
    ],
    [
      'no headers where the user agent is the only one',
      { headers: { 'User-Agent': 'F' } },
      { 'device.userAgent': 'F' },
    ],
    ['cookies as a text', { cookies: 'sid=1' }, { 'http.cookies': 'sid=1' }],
    ['cookies of an object', { cookies: { sid: '1' } }, { 'http.cookies': { sid: '1' } }],
    ['a body as a text', { data: 'a=1' }, { 'http.body': 'a=1' }],
    ['a body of an object as JSON', { data: { a: 1 } }, { 'http.body': '{"a":1}' }],
    ['nothing of a request without content', { headers: {}, cookies: null, data: '', query_string: '' }, {}],
    [
      'headers that cannot be made a text',
      { headers: { a: [{ toString: 1 }] } },
      { 'http.headers': { a: '{"toString":1}' } },
    ],
  ])('have of a request %s', (_name, request, expected) => {
    expect(contextsOf({ request })).toEqual({ 'event.id': ID, ...expected });
  });

  test('are cut where a body is long', () => {
    expect(contextsOf({ request: { data: 'x'.repeat(10_000) } })).toHaveProperty(
      ['http.body'],
      `${'x'.repeat(8_191)}…`,
    );
  });

  test('have the replay and the SDK of the envelope where the event has none', () => {
    const header = { trace: { replay_id: 'r', release: 'of another program' }, sdk: { name: 's', version: '1', x: 1 } };
    const { contexts } = only(translateItems([['event', { event_id: ID, message: 'm' }]], header).events);
    expect(contexts).toEqual({ 'event.id': ID, 'replay.id': 'r', 'sdk.name': 's', 'sdk.version': '1' });
  });
});

describe('tags of an event', () => {
  test.each<[string, unknown, unknown]>([
    [
      'an object',
      { plan: 'pro', attempt: 3, ok: true, none: null, cart: { a: 1 } },
      { plan: 'pro', attempt: '3', ok: 'true', cart: '{"a":1}' },
    ],
    ['a list of pairs', [['plan', 'pro'], null, ['none'], 'x', [5, 6]], { plan: 'pro', 5: '6' }],
    ['a name that would be a prototype', JSON.parse('{"__proto__":"x","a":"b"}'), { a: 'b' }],
    ['the replay, which is a context', { replayId: 'r' }, undefined],
    ['nothing', {}, undefined],
    ['another type', 'x', undefined],
  ])('are read of %s', (_name, tags, expected) => {
    expect(translateOne({ tags }).tags).toEqual(expected);
  });
});
