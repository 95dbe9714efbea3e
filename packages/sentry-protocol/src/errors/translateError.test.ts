import { describe, expect, test } from '@jest/globals';
import { translateOne } from '../testing/translate.js';

const payloadOf = (event: object): unknown => translateOne(event).payload;
const stack = (...names: string[]): object => ({ frames: names.map((name) => ({ function: name })) });
const calls = (...names: string[]): object[] => names.map((name) => ({ function: name }));

describe('an event with exceptions', () => {
  test('is its last one, with the earlier ones as causes', () => {
    const values = [
      { type: 'RangeError', value: 'negative total', stacktrace: stack('main', 'price') },
      null,
      { type: 'TypeError', value: 'no cart' },
      { type: 'Error', value: 'checkout failed', stacktrace: stack('main'), mechanism: { handled: false } },
    ];
    expect(payloadOf({ exception: { values }, level: 'fatal', platform: 'node' })).toEqual({
      type: 'Error',
      message: 'checkout failed',
      handled: false,
      level: 'fatal',
      platform: 'node',
      frames: calls('main'),
      cause: {
        type: 'TypeError',
        message: 'no cart',
        cause: { type: 'RangeError', message: 'negative total', frames: calls('price', 'main') },
      },
    });
  });

  test('that is a group has its exceptions as causes that name the group', () => {
    const member = (id: number, source: string, parent: number): object => ({
      type: 'E',
      mechanism: { exception_id: id, parent_id: parent, source },
    });
    const group = { type: 'ExceptionGroup', mechanism: { exception_id: 0, is_exception_group: true } };
    const values = [member(3, 'exceptions[1]', 0), member(2, '__cause__', 1), member(1, 'exceptions[0]', 0), group];
    expect(payloadOf({ exception: { values } })).toEqual({
      type: 'ExceptionGroup',
      cause: { type: 'E', parent: 0, cause: { type: 'E', cause: { type: 'E', parent: 0 } } },
    });
  });

  test('keeps 8 causes', () => {
    const values = Array.from({ length: 100 }, (_, index) => ({ type: `E${index}` }));
    let cause = payloadOf({ exception: { values } }) as { cause?: object } | undefined;
    let levels = 0;
    while ((cause = cause?.cause) !== undefined) levels += 1;
    expect(levels).toBe(8);
  });

  test.each<[string, object, object]>([
    ['without a type is an Error', { value: 'x' }, { type: 'Error', message: 'x' }],
    ['without a value has no message', { type: 'E' }, { type: 'E' }],
    [
      'whose value is an object has its JSON as message',
      { type: 'E', value: { code: 7 } },
      { type: 'E', message: '{"code":7}' },
    ],
  ])('%s', (_name, error, expected) => {
    expect(payloadOf({ exception: { values: [error] } })).toEqual(expected);
    expect(payloadOf({ exception: error })).toEqual(expected);
  });

  test('is a message if it was made for one', () => {
    const error = { stacktrace: stack('main'), mechanism: { synthetic: true, handled: true } };
    expect(payloadOf({ message: 'disk full', exception: { values: [{ ...error, value: 'disk full' }] } })).toEqual({
      type: 'Message',
      message: 'disk full',
      handled: true,
      frames: calls('main'),
    });
    expect(payloadOf({ message: 'disk full', exception: { values: [error] } })).toHaveProperty('message', 'disk full');
  });

  test('has the stack of its thread where it has none', () => {
    const threads = {
      values: [
        { id: 1, current: true, stacktrace: stack('a') },
        { id: 2, stacktrace: stack('b') },
      ],
    };
    expect(payloadOf({ exception: { values: [{ type: 'E', thread_id: 2 }] }, threads })).toHaveProperty(
      'frames',
      calls('b'),
    );
    expect(payloadOf({ exception: { values: [{ type: 'E' }] }, threads })).toHaveProperty('frames', calls('a'));
  });

  test('keeps the message of a logger that caught it as a context', () => {
    const exception = { values: [{ type: 'E', value: 'refused' }] };
    const logged = translateOne({ exception, logentry: { message: 'order %s', params: [17] } });
    expect(logged.contexts).toHaveProperty('message', 'order 17');
    expect(translateOne({ exception, message: 'refused' }).contexts).not.toHaveProperty('message');
    expect(translateOne({ exception, message: '' }).contexts).not.toHaveProperty('message');
  });

  test('has the message of the event where it has no value', () => {
    const { payload, contexts } = translateOne({ exception: [{ type: 'E' }], message: 'refused' });
    expect(payload).toEqual({ type: 'E', message: 'refused' });
    expect(contexts).not.toHaveProperty('message');
  });
});

describe('a panic of Go', () => {
  test.each<[string, object, boolean | undefined]>([
    ['with a text is not handled', { message: 'out of paper', level: 'fatal' }, false],
    ['with an error is not handled', { exception: [{ type: 'E' }], level: 'fatal' }, false],
    [
      'is handled if the SDK says so',
      { exception: [{ type: 'E', mechanism: { handled: true } }], level: 'fatal' },
      true,
    ],
    ['does not include messages of another level', { message: 'm', level: 'error' }, true],
    ['does not include errors of another level', { exception: [{ type: 'E' }], level: 'error' }, undefined],
  ])('%s', (_name, event, handled) => {
    const payload = payloadOf({ ...event, platform: 'go' }) as { readonly handled?: boolean };
    expect(payload.handled).toBe(handled);
  });

  test('does not include messages of other platforms', () => {
    expect(payloadOf({ message: 'm', level: 'fatal', platform: 'ruby' })).toHaveProperty('handled', true);
  });
});

describe('an event without exceptions', () => {
  test('has the frames of the program, not those in which the SDK captured it', () => {
    const frames = [
      { filename: 'shop.rb', function: '<main>', in_app: false },
      { filename: 'sentry-ruby.rb', function: 'capture_message', in_app: false },
      { filename: 'sentry/hub.rb', function: 'capture_message', in_app: false },
    ];
    const expected = [{ file: 'shop.rb', function: '<main>', inApp: false }];
    expect(payloadOf({ message: 'm', threads: [{ stacktrace: { frames } }] })).toHaveProperty('frames', expected);
    expect(payloadOf({ message: 'm', stacktrace: { frames } })).toHaveProperty('frames', expected);
  });

  test.each<[string, object, object]>([
    ['is a message', { message: 'disk full', level: 'warning' }, { message: 'disk full', level: 'warning' }],
    [
      'has the only thread’s stack',
      { message: 'm', threads: [{ stacktrace: stack('a') }] },
      { message: 'm', frames: calls('a') },
    ],
    [
      'has the current thread’s stack',
      {
        message: 'm',
        threads: { values: [{ stacktrace: stack('a') }, null, { current: true, stacktrace: stack('b') }] },
      },
      { message: 'm', frames: calls('b') },
    ],
    [
      'has the crashed thread’s stack',
      { message: 'm', threads: { values: [{ stacktrace: stack('a') }, { crashed: true, stacktrace: stack('b') }] } },
      { message: 'm', frames: calls('b') },
    ],
    [
      'has no stack if no thread is the one',
      { message: 'm', threads: { values: [{ stacktrace: stack('a') }, { stacktrace: stack('b') }] } },
      { message: 'm' },
    ],
    ['has the stack of the event', { message: 'm', stacktrace: stack('a') }, { message: 'm', frames: calls('a') }],
    ['is a message without text if it has none of these', { exception: { values: [null] } }, { message: '' }],
  ])('%s', (_name, event, expected) => {
    expect(payloadOf(event)).toEqual({ type: 'Message', handled: true, ...expected });
  });

  test('is a blocked resource if it has a report of a policy', () => {
    const csp = {
      effective_directive: 'img-src',
      blocked_uri: 'https://evil.example/x.png',
      document_uri: 'https://shop.example/',
    };
    const event = translateOne({ csp, logger: 'csp' });
    expect(event.payload).toMatchObject({ message: "Blocked 'img-src' from 'evil.example'", level: 'warning' });
    expect(event.contexts).toMatchObject({ url: 'https://shop.example/', csp });
  });
});

describe('an event', () => {
  test.each<[unknown, string | undefined]>([
    ['fatal', 'fatal'],
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'info'],
    ['debug', 'info'],
    ['log', 'info'],
    ['severe', undefined],
    [5, undefined],
    [undefined, undefined],
  ])('of level %p has level %p, and error without one', (level, expected) => {
    expect((payloadOf({ message: 'm', level }) as { level?: string }).level).toBe(expected);
  });

  test('has a fingerprint of texts', () => {
    const fingerprint = ['{{ default }}', '{{default}}', 17, true, null, '', { a: 1 }, 'tenant-9'];
    expect(payloadOf({ message: 'm', fingerprint })).toHaveProperty('fingerprint', [
      '{{ default }}',
      '{{ default }}',
      '17',
      'true',
      'tenant-9',
    ]);
    expect(payloadOf({ message: 'm', fingerprint: [] })).not.toHaveProperty('fingerprint');
    expect(payloadOf({ message: 'm', fingerprint: 'x' })).not.toHaveProperty('fingerprint');
  });

  test('has the newest 100 breadcrumbs, of a list or an object', () => {
    const given = [
      {
        timestamp: 1795894659.335,
        category: 'fetch',
        type: 'http',
        level: 'error',
        message: 'm',
        data: { a: 1 },
        event_id: 'x',
      },
      null,
      { message: { a: 1 }, data: null },
    ];
    const expected = [
      {
        timestamp: '2026-11-28T19:37:39.335Z',
        category: 'fetch',
        type: 'http',
        level: 'error',
        message: 'm',
        data: { a: 1 },
      },
      { message: '{"a":1}' },
    ];
    expect(payloadOf({ message: 'm', breadcrumbs: given })).toHaveProperty('breadcrumbs', expected);
    expect(payloadOf({ message: 'm', breadcrumbs: { values: given } })).toHaveProperty('breadcrumbs', expected);
    expect(payloadOf({ message: 'm', breadcrumbs: { values: [] } })).not.toHaveProperty('breadcrumbs');
    const many = Array.from({ length: 300 }, (_, index) => ({ message: `${index}` }));
    const kept = payloadOf({ message: 'm', breadcrumbs: many }) as { breadcrumbs: unknown[] };
    expect(kept.breadcrumbs).toHaveLength(100);
    expect(kept.breadcrumbs.at(-1)).toEqual({ message: '299' });
  });

  test('without a readable time has one that admission replaces', () => {
    expect(translateOne({ message: 'm' }).timestamp).toBe('9999-12-31T23:59:59Z');
    expect(translateOne({ message: 'm', timestamp: 'now' }).timestamp).toBe('9999-12-31T23:59:59Z');
    expect(translateOne({ message: 'm', timestamp: 1795894659.335 }).timestamp).toBe('2026-11-28T19:37:39.335Z');
  });
});
