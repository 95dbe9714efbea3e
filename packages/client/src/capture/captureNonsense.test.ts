import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { getClient } from '../core/client.js';
import { addBreadcrumb, setContext, setTags, setUser, withScope } from '../core/scope.js';
import { span } from '../spans/spans.js';
import { captureException } from './captureException.js';
import { captureMessage } from './captureMessage.js';
import { hit } from './hit.js';
import { log } from './log.js';
import { limitExceptionsWith } from './takeFromRateLimit.js';
import { collectEvents, type Collected } from './testing/collectEvents.js';

let collected: Collected;
beforeEach(() => {
  collected = collectEvents();
  // More exceptions than a page sends at once.
  limitExceptionsWith(() => true);
});
afterEach(async () => getClient()?.close());

describe('an exception is reported', () => {
  test.each<[string, unknown, string, string]>([
    ['an object without a prototype', Object.assign(Object.create(null), { code: 7 }), 'Object', 'code: 7'],
    ['an object with one in it', { code: 7, detail: Object.create(null) as object }, 'Object', 'code: 7, detail:'],
    ['an object with a function in it', { code: 7, retry: fail }, 'Object', 'code: 7, retry: [function]'],
    [
      'an object whose words throw',
      { toString: fail, valueOf: fail },
      'Object',
      'toString: [function], valueOf: [function]',
    ],
    [
      'an object whose getter throws',
      Object.defineProperty({}, 'code', { get: fail, enumerable: true }),
      'Object',
      'code: [object]',
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
  ])('for %s', (_name, thrown, type, message) => {
    captureException(thrown);
    expect(collected.of('exception').map(({ payload }) => [payload.type, payload.message])).toEqual([[type, message]]);
  });

  test('with contexts, tags and breadcrumbs that cannot be read', () => {
    const odd = { proxy: revoked(), kept: 'yes' };
    addBreadcrumb({ category: 'cart', data: odd });
    addBreadcrumb(revoked());
    setContext('scope', odd);
    captureException(new Error('x'), {
      contexts: { odd, big: 10n },
      tags: Object.defineProperty({ step: 'pay' }, 'bad', { get: fail, enumerable: true }),
    });
    log('info', 'x', { odd });
    const read = { proxy: '[object]', kept: 'yes' };
    expect(collected.events).toMatchObject([
      {
        tags: { step: 'pay' },
        contexts: { scope: read, odd: read, big: '10' },
        payload: { breadcrumbs: [{ category: 'cart', data: read }] },
      },
      { type: 'log', payload: { attributes: { odd: read } } },
    ]);
    expect(() => JSON.stringify(collected.events)).not.toThrow();
  });

  test('with breadcrumbs that are bounded, masked by name, and as they were when they were added', () => {
    const data = { password: 'hunter2', items: Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)), count: 1 };
    for (let times = 0; times < 100; times++) addBreadcrumb({ data });
    data.count = 2;
    captureException(new Error('x'));
    const { breadcrumbs } = collected.of('exception')[0]?.payload ?? {};
    expect(breadcrumbs?.[0]?.data).toMatchObject({ password: '[secret]', count: 1 });
    expect(JSON.stringify(breadcrumbs).length).toBeLessThan(300_000);
  });

  test('with a placeholder for a cause that cannot be read', () => {
    captureException(new Error('outer', { cause: revoked() }));
    expect(collected.of('exception')[0]?.payload).toMatchObject({
      message: 'outer',
      cause: { type: 'Error', message: '[object]' },
    });
  });
});

/** An unusual value, created for each test. */
const ODD: readonly [name: string, make: () => unknown][] = [
  ['a proxy that was revoked', revoked],
  ['a getter that throws', () => Object.defineProperty({ kept: 1 }, 'bad', { get: fail, enumerable: true })],
  ['an object whose words throw', () => ({ toString: fail, toJSON: fail })],
  ['an object without a prototype', () => Object.create(null) as object],
  ['the global object', () => globalThis],
  [
    'a circle',
    () => {
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      return circle;
    },
  ],
  ['a symbol', () => Symbol('odd')],
  ['a bigint', () => 10n],
  ['nothing', () => null],
  ['a text of a million characters', () => 'x'.repeat(1e6)],
  ['20,000 levels', () => Array.from({ length: 20_000 }).reduce<object>((deep) => ({ deep }), {})],
  ['bytes', () => new Uint8Array(100_000)],
  ['a list of a billion', () => new Array<string>(1e9)],
];

/** Where a program may hand a value over. */
const PLACES: Readonly<Record<string, (odd: never) => unknown>> = {
  tags: (odd) => [setTags(odd), log('info', 'x')],
  'a tag': (odd) => [setTags({ odd }), log('info', 'x')],
  user: (odd) => [setUser(odd), log('info', 'x')],
  'a user’s name': (odd) => [setUser({ name: odd }), log('info', 'x')],
  'a context': (odd) => [setContext('odd', odd), log('info', 'x')],
  'a breadcrumb': (odd) => [addBreadcrumb(odd), captureException(new Error('x'))],
  'data of a breadcrumb': (odd) => [addBreadcrumb({ data: odd, message: odd }), captureException(new Error('x'))],
  attributes: (odd) => log('info', 'x', odd),
  'an attribute': (odd) => log('info', 'x', { odd }),
  'data of a span': (odd) => span('x', () => 1, { data: odd }),
  'data of a span that is set': (odd) => span('x', (one) => one.setData('odd', odd)),
  'what is thrown': (odd) => captureException(odd),
  'a cause': (odd) => captureException(new Error('x', { cause: odd })),
  'an error of several': (odd) => captureException(new AggregateError([odd], 'x')),
  'a message': (odd) => captureException(Object.assign(new Error('x'), { message: odd })),
  'a property of an error': (odd) => captureException(Object.assign(new Error('x'), { code: odd })),
  'an option': (odd) => captureException(new Error('x'), { contexts: { odd }, tags: { odd }, fingerprint: odd }),
  'options as a whole': (odd) => captureException(new Error('x'), odd),
  'a message in words': (odd) => captureMessage(odd, { level: 'error' }),
  'a message that is a log': (odd) => captureMessage(odd),
  'a hit’s page': (odd) => hit('x', { url: odd, title: odd }),
};

let minutes = 0;
afterEach(() => void jest.restoreAllMocks());

describe.each(Object.entries(PLACES))('an odd value loses no event, and is bounded: %s', (_place, hand) => {
  test.each(ODD)('%s', (_name, make) => {
    const { host } = collected;
    // Each is a minute later: so many exceptions at once are more than are sent.
    const later = (minutes += 1) * 60_000 + Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(later);
    withScope(() => hand(make() as never));

    expect(collected.events).toHaveLength(1);
    expect(host?.dropped.take()).toBeUndefined();
    expect(JSON.stringify(collected.events).length).toBeLessThan(500_000);
  });
});

function fail(): never {
  throw new Error('the page’s own');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
