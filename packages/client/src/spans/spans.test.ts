import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { captureException } from '../capture/captureException.js';
import { log } from '../capture/log.js';
import { collectEvents, type Collected } from '../capture/testing/collectEvents.js';
import { getClient } from '../core/client.js';
import type { EventOf } from '../core/event.js';
import { currentTracePosition, resetScopes, setGlobalTracePosition, setTag, withScope } from '../core/scope.js';
import type { Span } from './span.js';
import { asyncSpan, span, startInactiveSpan, withSpan } from './spans.js';

let collected: Collected;
beforeEach(() => {
  collected = collectEvents();
});
afterEach(() => getClient()?.close());
const statusOf = (name: string): string | undefined => spans()[name]?.payload.status;

describe('a span is sent', () => {
  test('with every field of protocol 2.3', () => {
    span('load', () => 1, { op: 'db' });
    const payload = spans()['load']?.payload;
    expect(payload).toEqual({
      uuid: expect.stringMatching(/^[\da-f]{16}$/),
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      name: 'load',
      op: 'db',
      status: 'ok',
      metrics: {},
      startTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      endTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      duration: expect.any(Number),
    });
    expect(JSON.parse(JSON.stringify(payload))).not.toHaveProperty('parentId');
  });

  test('with the data before a getter that throws', () => {
    const data = Object.defineProperty({ 'cart.id': 7 }, 'late', {
      get: () => JSON.parse('{') as never,
      enumerable: true,
    });
    span('load', () => 1, { data });
    expect(spans()['load']?.contexts).toMatchObject({ 'cart.id': 7 });
  });

  test('with the times that it was given, in milliseconds', () => {
    const at = Date.UTC(2026, 1, 3, 4, 5, 6, 7);
    startInactiveSpan('load', { startedAt: at }).end(at + 1_234.5);
    expect(spans()['load']).toMatchObject({
      timestamp: '2026-02-03T04:05:06.007Z',
      payload: { startTime: '2026-02-03T04:05:06.007Z', endTime: '2026-02-03T04:05:07.241Z', duration: 1_234.5 },
    });
  });

  test('with a duration that is never negative', () => {
    startInactiveSpan('load').end(0);
    expect(spans()['load']?.payload.duration).toBe(0);
  });

  test('with its ids, its data and the scope of its start', () => {
    let late: Span | undefined;
    withScope(() => {
      setTag('shop', 'berlin');
      late = startInactiveSpan('load', { data: { 'http.method': 'GET' } });
    });
    late?.setData('http.status_code', 200);
    late?.end();
    const { uuid, traceId } = spans()['load']?.payload ?? {};
    expect(spans()['load']).toMatchObject({ tags: { shop: 'berlin' } });
    expect(spans()['load']?.contexts).toEqual({
      'http.method': 'GET',
      'http.status_code': 200,
      'trace.id': traceId,
      'span.id': uuid,
    });
  });

  test('with the latest value per metric; values that are not finite numbers are ignored', () => {
    span('load', (one) => {
      one.metric('rows', 1);
      one.metric('rows', 2);
      one.metric('zero', 0);
      for (const value of [NaN, Infinity, -Infinity, '3' as unknown as number]) one.metric('none', value);
    });
    expect(spans()['load']?.payload.metrics).toEqual({ rows: 2, zero: 0 });
  });

  test('once, as it was when it ended', () => {
    const one = startInactiveSpan('load');
    one.end();
    one.metric('late', 1);
    one.setData('late', 1);
    one.setStatus('error');
    one.end();
    expect(collected.of('span')).toHaveLength(1);
    expect(spans()['load']).toMatchObject({ payload: { status: 'ok', metrics: {} } });
    expect(spans()['load']?.contexts).not.toHaveProperty('late');
  });
});

describe('the status of a span', () => {
  test('is ok if the callback returns, and its result is returned', () => {
    expect(span('load', () => 7)).toBe(7);
    expect(statusOf('load')).toBe('ok');
  });

  test('is error where the callback throws, and the error is thrown on', () => {
    expect(() => span('load', fail)).toThrow('x');
    expect(statusOf('load')).toBe('error');
  });

  test('is ok where the promise resolves', async () => {
    await expect(asyncSpan('load', async () => Promise.resolve(7))).resolves.toBe(7);
    expect(statusOf('load')).toBe('ok');
  });

  test('is error where the promise rejects, or the callback throws before it promises anything', async () => {
    await expect(asyncSpan('reject', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    await expect(asyncSpan('throw', fail)).rejects.toThrow('x');
    expect([statusOf('reject'), statusOf('throw')]).toEqual(['error', 'error']);
  });

  test('of a span whose callback promises something is known when that settles', async () => {
    const promise = span('load', async () => Promise.resolve(7));
    expect(spans()).toEqual({});
    await expect(promise).resolves.toBe(7);
    await expect(span('fail', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect([statusOf('load'), statusOf('fail')]).toEqual(['ok', 'error']);
  });

  test('is ok where an inactive span is ended', () => {
    startInactiveSpan('load').end();
    expect(statusOf('load')).toBe('ok');
  });

  test.each(['ok', 'error', 'cancelled'] as const)(
    '%s survives the end of the span, however it ends',
    async (status) => {
      span('returns', (one) => one.setStatus(status));
      expect(() =>
        span('throws', (one) => {
          one.setStatus(status);
          fail();
        }),
      ).toThrow();
      await asyncSpan('rejects', (one) => {
        one.setStatus(status);
        return Promise.reject(new Error('x'));
      }).catch(() => undefined);
      const inactive = startInactiveSpan('inactive');
      inactive.setStatus(status);
      inactive.end();
      expect(Object.values(spans()).map(({ payload }) => payload.status)).toEqual([status, status, status, status]);
    },
  );
});

describe('within a span', () => {
  test('spans are its children, and all of them have its trace', () => {
    span('root', () => span('child', () => span('grandchild', () => undefined)));
    const { root, child, grandchild } = spans();
    expect([root?.payload.parentId, child?.payload.parentId, grandchild?.payload.parentId]).toEqual([
      undefined,
      root?.payload.uuid,
      child?.payload.uuid,
    ]);
    expect(new Set(collected.of('span').map(({ payload }) => payload.traceId)).size).toBe(1);
  });

  test('everything that is captured has its ids, and nothing afterwards', () => {
    const ids = span('root', ({ traceId, spanId }) => {
      log('info', 'within');
      captureException(new Error('within'));
      return { 'trace.id': traceId, 'span.id': spanId };
    });
    log('info', 'after');
    const contexts = [collected.of('log')[0], collected.of('exception')[0]].map((event) => event?.contexts);
    expect(contexts).toEqual([ids, ids]);
    expect(collected.of('log')[1]?.contexts).not.toHaveProperty('trace.id');
  });

  test('is passed by run and withSpan, which do not end it', () => {
    const one = startInactiveSpan('load');
    expect(currentTracePosition()).toBeUndefined();
    expect(one.run(() => currentTracePosition())).toBe(one);
    expect(withSpan(one, () => currentTracePosition())).toBe(one);
    expect(collected.events).toEqual([]);
  });

  test('is no longer active after its callback threw', () => {
    expect(() => span('load', fail)).toThrow();
    expect(currentTracePosition()).toBeUndefined();
  });

  test('another parent may be given, or none', () => {
    const other = startInactiveSpan('other');
    span('root', () => {
      startInactiveSpan('child', { parent: other }).end();
      startInactiveSpan('alone', { parent: null }).end();
    });
    other.end();
    expect(spans()['child']?.payload).toMatchObject({ parentId: other.spanId, traceId: other.traceId });
    expect(spans()['alone']?.payload.parentId).toBeUndefined();
    expect(spans()['alone']?.payload.traceId).not.toBe(spans()['root']?.payload.traceId);
  });
});

test('spans without a parent are roots of the trace of the page, if there is one', () => {
  setGlobalTracePosition({ traceId: 'c'.repeat(32), isSampled: true });
  span('one', () => undefined);
  span('two', () => undefined);
  const payloads = collected.of('span').map(({ payload: { traceId, parentId } }) => [traceId, parentId]);
  expect(payloads).toEqual([
    ['c'.repeat(32), undefined],
    ['c'.repeat(32), undefined],
  ]);
});

describe('without a client', () => {
  beforeEach(async () => {
    await getClient()?.close();
    resetScopes();
  });

  test('callbacks run, within no trace, and nothing is sent', async () => {
    const use = (one: Span): unknown => {
      one.metric('a', 1);
      one.setData('a', 1);
      one.setStatus('error');
      return currentTracePosition();
    };
    expect(span('a', use)).toBeUndefined();
    expect(await asyncSpan('a', use)).toBeUndefined();
    expect(startInactiveSpan('a').run(() => currentTracePosition())).toBeUndefined();
    startInactiveSpan('a').end();
    expect(() => span('a', fail)).toThrow('x');
    expect(collected.events).toEqual([]);
  });

  test('a span that began then is no parent later', () => {
    const early = startInactiveSpan('early');
    collected = collectEvents();
    startInactiveSpan('late', { parent: early }).end();
    early.end();
    expect(spans()['late']?.payload.traceId).toMatch(/^[\da-f]{32}$/);
    expect(Object.keys(spans())).toEqual(['late']);
  });
});

function spans(): Record<string, EventOf<'span'>> {
  return Object.fromEntries(collected.of('span').map((event) => [event.payload.name, event]));
}

function fail(): never {
  throw new Error('x');
}
