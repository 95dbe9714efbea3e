import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { fingerprints, formerFingerprints } from './fingerprints.js';
import { readExceptionPayload } from './readExceptionPayload.js';

type Payload = Readonly<Record<string, Json>>;

const hashOf = (payload: Payload): string => fingerprints(readExceptionPayload({ platform: 'python', ...payload }))[0];
const call = (module: string, name = 'price', more: object = {}): Json => ({
  module,
  function: name,
  line: 17,
  ...more,
});
const inFile = (file: string, name = 'price', more: object = {}): Json => ({ file, function: name, line: 17, ...more });
const library = { inApp: false };
const type = 'ValueError';

describe('exceptions of other platforms', () => {
  test.each<[string, Payload, Payload]>([
    ['the lines differ', { type, frames: [call('shop')] }, { type, frames: [call('shop', 'price', { line: 18 })] }],
    ['the variables differ', { frames: [call('a', 'b', { vars: { x: '1' } })] }, { frames: [call('a', 'b')] }],
    [
      'the directories of the server differ, and the module is known',
      { type, frames: [call('shop', 'price', { file: '/srv/1/shop.py' })] },
      { type, frames: [call('shop', 'price', { file: '/srv/2/shop.py' })] },
    ],
    ['the directories differ', { frames: [inFile('/srv/20261128/cart.php')] }, { frames: [inFile('cart.php')] }],
    ['the directories of Windows differ', { frames: [inFile('C:\\a\\Cart.cs')] }, { frames: [inFile('D:\\Cart.cs')] }],
    [
      'the calls of libraries differ',
      { type, frames: [call('django.db', 'get', library), call('shop')] },
      { type, frames: [call('django.core', 'run', library), call('shop')] },
    ],
    [
      'one has calls without a name',
      { type, message: 'm', frames: [{ function: '<no symbol>' }, { function: '0x7f3a10' }] },
      { type, message: 'm' },
    ],
    [
      'the call of the application in one has no name, and those of libraries have',
      { type, message: 'm', frames: [{ function: '0x7f3a10', inApp: true }, call('libc', 'abort', library)] },
      { type, message: 'm', frames: [call('libc', 'abort', library)] },
    ],
    [
      'the messages differ, and a function is named',
      { message: 'a', frames: [call('a')] },
      { message: 'b', frames: [call('a')] },
    ],
    ['the numbers of a message differ', { type, message: 'row 17' }, { type, message: 'row 18' }],
    [
      'a compiler numbers the functions',
      { frames: [call('com.shop.Cart', 'lambda$price$0')] },
      { frames: [call('com.shop.Cart', 'lambda$price$3')] },
    ],
    [
      'a proxy has the class',
      { frames: [call('com.shop.Cart$$SpringCGLIB$$0')] },
      { frames: [call('com.shop.Cart$$EnhancerBySpringCGLIB$$8f3e2a1b')] },
    ],
    [
      'a closure has another number',
      { frames: [call('main', 'run.func1')] },
      { frames: [call('main', 'run.func2.1')] },
    ],
  ])('are one issue where %s', (_name, one, other) => {
    expect(hashOf(one)).toBe(hashOf(other));
  });

  test.each<[string, Payload, Payload]>([
    ['short functions', { frames: [call('shop', 'db')] }, { frames: [call('shop', 'tx')] }],
    ['short types', { type: 'E1', message: 'm' }, { type: 'E2', message: 'm' }],
    ['modules', { frames: [call('shop.cart')] }, { frames: [call('shop.order')] }],
    ['modules of one file', { frames: [call('a', 'f', { file: 'x' })] }, { frames: [call('b', 'f', { file: 'x' })] }],
    ['files that a bundle could have', { frames: [inFile('main.py')] }, { frames: [inFile('index.py')] }],
    ['file extensions', { frames: [inFile('cart.rb')] }, { frames: [inFile('cart.erb')] }],
    ['types', { type: 'A', frames: [call('shop')] }, { type: 'B', frames: [call('shop')] }],
    ['callers', { frames: [call('a'), call('b')] }, { frames: [call('a'), call('c')] }],
    ['causes', { frames: [call('a')] }, { frames: [call('a')], cause: { type, message: 'm' } }],
    [
      'messages of errors in libraries',
      { message: 'lost', frames: [call('a', 'b', library)] },
      { message: 'found', frames: [call('a', 'b', library)] },
    ],
    ['words that an engine would have', { message: 'Failed to fetch' }, { message: 'Load failed' }],
    ['names of one letter in a message', { message: 'a.total is unknown' }, { message: 'b.total is unknown' }],
  ])('are two issues where they have other %s', (_name, one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
  });

  test('have no fingerprint of former rules, and one of the current ones', () => {
    const exception = readExceptionPayload({
      platform: 'go',
      type,
      frames: [call('main'), inFile('webpack:///./a.js')],
    });
    expect(fingerprints(exception)).toEqual([expect.stringMatching(/^v1:[0-9a-f]{32}$/)]);
    expect(formerFingerprints(exception)).toEqual([]);
  });

  test('stable: a change of these hashes requires former rules', () => {
    expect(hashOf({ type, message: 'm', frames: [call('shop.cart'), inFile('app/main.py', 'run')] })).toBe(
      'v1:b57d91f13b0cbc65343b3de591da9fc7',
    );
    expect(hashOf({ type, message: 'no row 17' })).toBe('v1:2dbfe4679b3e26abb6ddb22a55bcfb5a');
  });
});

describe('captured messages', () => {
  const message = (text: string, more: Payload = {}): Payload => ({ type: 'Message', message: text, ...more });

  test.each(['javascript', 'node', 'python'])('of %s are grouped by their text, whoever captured them', (platform) => {
    const one = message('card declined', { platform, frames: [call('log', 'report')] });
    expect(hashOf(one)).toBe(hashOf(message('card declined', { platform, frames: [call('shop')] })));
    expect(hashOf(one)).not.toBe(hashOf(message('cart is empty', { platform, frames: [call('log', 'report')] })));
  });

  test('of a client without a platform are grouped as before', () => {
    const keysOf = (payload: Payload): readonly string[] => fingerprints(readExceptionPayload(payload));
    const frames = [inFile('https://a.b/log.js', 'report')];
    expect(keysOf(message('a', { frames }))).toEqual(keysOf(message('b', { frames })));
  });
});
