import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { getClient } from '../core/client.js';
import { addBreadcrumb, setTag, withTracePosition, withScope } from '../core/scope.js';
import { captureException } from './captureException.js';
import { collectEvents, type Collected } from './testing/collectEvents.js';

let now = Date.UTC(2026, 0, 1);
let collected: Collected;

beforeEach(() => {
  jest.useFakeTimers();
  // Each test has a whole burst.
  now += 86_400_000;
  jest.setSystemTime(now);
  collected = collectEvents({ release: 'shop@1' });
});
afterEach(async () => {
  await getClient()?.close();
  jest.useRealTimers();
});

const messages = (): readonly string[] => collected.of('exception').map(({ payload }) => payload.message);

test('an exception contains its own data and that of its scopes', () => {
  setTag('shop', 'berlin');
  withTracePosition({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true }, () => {
    captureException(new TypeError('x'), {
      level: 'fatal',
      handled: false,
      tags: { step: 'pay' },
      contexts: { 'cart.id': 7 },
      fingerprint: ['{{ default }}', 'pay'],
      at: now - 1_000,
    });
  });
  expect(collected.events).toEqual([
    {
      type: 'exception',
      timestamp: new Date(now - 1_000).toISOString(),
      tags: { shop: 'berlin', step: 'pay' },
      contexts: { release: 'shop@1', 'cart.id': 7, 'trace.id': 'a'.repeat(32), 'span.id': 'b'.repeat(16) },
      payload: expect.objectContaining({
        type: 'TypeError',
        message: 'x',
        level: 'fatal',
        handled: false,
        fingerprint: ['{{ default }}', 'pay'],
      }),
    },
  ]);
});

test('an exception has the level error and counts as handled by default', () => {
  captureException(new Error('x'));
  expect(collected.of('exception')[0]?.payload).toMatchObject({ level: 'error', handled: true });
});

test('an exception has the breadcrumbs that its scope has at that moment', () => {
  addBreadcrumb({ message: 'one' });
  withScope(() => {
    addBreadcrumb({ message: 'two' });
    captureException(new Error('x'));
    addBreadcrumb({ message: 'three' });
  });
  captureException(new Error('y'));
  const crumbs = collected.of('exception').map(({ payload }) => payload.breadcrumbs?.map(({ message }) => message));
  expect(crumbs).toEqual([['one', 'two'], ['one']]);
});

test('beforeSend gets the thrown value', () => {
  const hints: unknown[] = [];
  collected = collectEvents({
    beforeSend: (event, hint) => {
      hints.push(hint.error);
      return event;
    },
  });
  const error = new Error('x');
  captureException(error);
  expect(hints).toEqual([error]);
});

describe('the same object', () => {
  test('is one event, however often it is met', () => {
    const error = Object.freeze(new Error('x'));
    for (let times = 0; times < 3; times++) captureException(error);
    expect(messages()).toEqual(['x']);
  });

  test('is an event each time if it is a primitive', () => {
    captureException('x');
    captureException('x');
    expect(messages()).toEqual(['x', 'x']);
  });

  test.each([
    ['an ErrorEvent', (error: Error) => ({ isTrusted: true, type: 'error', error, message: 'Uncaught x' })],
    ['a PromiseRejectionEvent', (reason: Error) => ({ isTrusted: true, type: 'unhandledrejection', reason })],
  ])('is reported by %s', (_name, eventOf) => {
    const error = new TypeError('x');
    captureException(eventOf(error));
    captureException(error);
    expect(collected.of('exception').map(({ payload }) => payload.type)).toEqual(['TypeError']);
  });
});

describe('a burst', () => {
  test('is a hundred exceptions, and then ten a second; the rest is counted', () => {
    for (let count = 0; count < 1_000; count++) captureException(new Error(String(count)));
    expect(messages()).toHaveLength(100);
    expect(collected.client.dropped.take()).toEqual({ 'rate.exception': 900 });

    jest.setSystemTime(now + 1_000);
    for (let count = 0; count < 1_000; count++) captureException(new Error(String(count)));
    expect(messages()).toHaveLength(110);

    jest.setSystemTime(now + 3_600_000);
    for (let count = 0; count < 1_000; count++) captureException(new Error(String(count)));
    expect(messages()).toHaveLength(210);
  });

  test('continues after the clock was set back', () => {
    for (let count = 0; count < 1_000; count++) captureException(new Error(String(count)));
    jest.setSystemTime(now - 3_600_000);
    captureException(new Error('early'));
    jest.setSystemTime(now - 3_600_000 + 100);
    captureException(new Error('later'));
    expect(messages()).toHaveLength(101);
  });
});

describe('nothing is sent', () => {
  test('of an error that onError was given, nor from within it', () => {
    const lost = new Error('the network');
    const onError = jest.fn((error: unknown) => {
      captureException(error);
      captureException(new Error('from within'));
    });
    collected = collectEvents({ transportOptions: { onError } });
    captureException(new Error('x'));
    collected.host?.giveUp(lost, collected.events);
    captureException(lost);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(messages()).toEqual(['x']);
  });

  test('without a client, and then it is not remembered either', async () => {
    await getClient()?.close();
    const error = new Error('early');
    expect(() => captureException(error)).not.toThrow();
    collected = collectEvents();
    captureException(error);
    expect(messages()).toEqual(['early']);
  });

  test('of a value that cannot be read, and the program continues', () => {
    const hostile = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('no');
      },
    });
    expect(() => captureException(hostile)).not.toThrow();
  });
});
