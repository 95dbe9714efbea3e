import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { enrichContexts } from './enrichContexts.js';

const request = { ip: '203.0.113.7', agent: 'Mozilla/5.0 test' };
const own = { 'user.ip': request.ip, 'user.agent': request.agent };
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

test('a request without a stored address has no user.ip, whatever the client sent', () => {
  const contexts = enrichContexts({ 'user.ip': '203.0.113.7', a: 1 }, { ip: '', agent: 'x' });
  expect(contexts).toEqual({ a: 1, 'user.agent': 'x' });
});

describe('contexts (protocol 2.2)', () => {
  const table: readonly (readonly [string, Json | undefined, object])[] = [
    ['no contexts are the request’s own', undefined, own],
    ['an array is no contexts', ['a'], own],
    ['a string is no contexts', 'x', own],
    ['null is no contexts', null, own],
    ['null values are dropped', { a: null, b: 1 }, { b: 1, ...own }],
    [
      'values are stored as given',
      { a: { b: [1, null] }, c: false, d: '' },
      { a: { b: [1, null] }, c: false, d: '', ...own },
    ],
    [
      'user.ip and user.agent are the server’s',
      { 'user.ip': '1.1.1.1', 'user.agent': 'lie', 'user.id': '7' },
      { 'user.id': '7', ...own },
    ],
    [
      'every inbound device.* is discarded',
      { 'device.model': 'fake', 'device.memory': 8, devices: 1 },
      { devices: 1, ...own },
    ],
    ['a user agent that is no string is discarded', { 'device.userAgent': 7 }, own],
    [
      'an unknown user agent leaves inbound browser.* alone',
      { 'device.userAgent': 'thing', 'browser.name': 'Mine' },
      { 'browser.name': 'Mine', ...own },
    ],
    [
      'parsed keys overwrite inbound ones and the string goes',
      {
        'device.userAgent': iPhone,
        'browser.name': 'lie',
        'os.name': 'lie',
        'browser.locale': 'en',
        'device.type': 'lie',
      },
      {
        'browser.name': 'Mobile Safari',
        'browser.version': '17.0',
        'browser.locale': 'en',
        'os.name': 'iOS',
        'os.version': '17.0',
        'device.type': 'mobile',
        'device.vendor': 'Apple',
        'device.model': 'iPhone',
        ...own,
      },
    ],
  ];
  test.each(table)('%s', (_name, inbound, expected) => {
    expect(enrichContexts(inbound, request)).toEqual(expected);
  });

  test('a prototype key is a key like others', () => {
    const contexts = enrichContexts(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as Json, request);
    expect(JSON.parse(JSON.stringify(contexts))).toEqual(
      JSON.parse(
        '{"__proto__":{"polluted":true},"constructor":1,"user.ip":"203.0.113.7","user.agent":"Mozilla/5.0 test"}',
      ),
    );
    expect(Object.hasOwn(contexts, '__proto__')).toBe(true);
    expect((contexts as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
