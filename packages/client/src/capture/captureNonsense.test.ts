import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { getClient } from '../core/client.js';
import { captureException } from './captureException.js';
import { collectEvents, type Collected } from './testing/collectEvents.js';

let collected: Collected;
beforeEach(() => {
  collected = collectEvents();
});
afterEach(async () => getClient()?.close());

const fail = (): never => {
  throw new Error('the page’s own');
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

describe('an exception is reported, whatever was thrown', () => {
  test.each<[string, unknown, string, string]>([
    ['an object without a prototype', Object.assign(Object.create(null), { code: 7 }), 'Object', 'code: 7'],
    ['with one in it', { code: 7, detail: Object.create(null) as object }, 'Object', 'code: 7, detail: …'],
    ['with a function in it', { code: 7, retry: fail }, 'Object', 'code: 7, retry: …'],
    ['an object whose words throw', { toString: fail, valueOf: fail }, 'Object', 'toString: …, valueOf: …'],
    [
      'an object whose getter throws',
      Object.defineProperty({}, 'code', { get: fail, enumerable: true }),
      'Error',
      '[object]',
    ],
    [
      'an error whose message throws',
      Object.defineProperty(new Error(), 'message', { get: fail }),
      'Error',
      '[object]',
    ],
    ['a proxy that was revoked', revoked(), 'Error', '[object]'],
    [
      'an event whose target throws',
      { type: 'error', target: Object.defineProperty({}, 'src', { get: fail }) },
      'Error',
      '[object]',
    ],
    [
      'an event of a target without a name',
      { type: 'error', target: Object.create(null) as object },
      'Object',
      'error of undefined',
    ],
    [
      'an event of a picture',
      { type: 'error', target: { src: 'https://a.example/b.png?token=1#c' } },
      'Object',
      'error of https://a.example/b.png',
    ],
    [
      'an event of a picture that is drawn',
      { type: 'error', target: { href: Object.create(null) as object, nodeName: 'image' } },
      'Object',
      'error of image',
    ],
  ])('%s', (_name, thrown, type, message) => {
    captureException(thrown);
    expect(collected.of('exception').map(({ payload }) => [payload.type, payload.message])).toEqual([[type, message]]);
  });

  test('a cause that cannot be read takes nothing else with it', () => {
    captureException(new Error('outer', { cause: revoked() }));
    expect(collected.of('exception')[0]?.payload).toMatchObject({
      message: 'outer',
      cause: { type: 'Error', message: '[object]' },
    });
  });
});
