import { describe, expect, it } from '@jest/globals';
import { errorProperties } from './errorProperties.js';
import type { EventOf, SluiceEvent } from './event.js';

const contextsOf = (error: unknown): unknown => errorProperties()(event(), { error })?.contexts;

describe('errorProperties', () => {
  it('adds codes of an error and of its causes', () => {
    const cause = Object.assign(new Error('connect'), {
      code: 'ECONNREFUSED',
      errno: -111,
      syscall: 'connect',
      port: 80,
    });

    expect(contextsOf(Object.assign(new TypeError('fetch failed', { cause }), { status: 503 }))).toEqual({
      'cart.id': 7,
      'error.status': 503,
      'error.cause.code': 'ECONNREFUSED',
      'error.cause.errno': -111,
      'error.cause.syscall': 'connect',
      'error.cause.port': 80,
    });
  });

  it('masks by name, and leaves out lists, objects, functions, getters and texts that may quote an input', () => {
    const error = Object.assign(new Error('x'), {
      apiKey: 4711,
      at: new Date(0),
      issues: [{ path: ['a'], received: 'p1' }],
      big: 7n,
      parameters: ['p2'],
      detail: 'Key (email)=(a@b.c)',
      sql: 'select 1',
      url: '/?code=c1',
      constraint: 'users_key',
      request: { headers: { authorization: 'a1' } },
      retry: () => undefined,
      none: undefined,
      nothing: null,
    });
    Object.defineProperty(error, 'lazy', {
      enumerable: true,
      get: () => {
        throw new Error('getter');
      },
    });

    expect(contextsOf(error)).toEqual({
      'cart.id': 7,
      'error.apiKey': '[secret]',
      'error.at': '1970-01-01T00:00:00.000Z',
      'error.big': '7',
      'error.constraint': 'users_key',
    });
  });

  it('is bounded in properties, characters and causes', () => {
    let error: Error = new Error('end');
    for (let depth = 0; depth < 100; depth++)
      error = Object.assign(new Error('x', { cause: error }), {
        ...Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}`, index])),
      });
    const contexts = contextsOf(error) as object;

    expect(Object.keys(contexts)).toHaveLength(61);
    expect(JSON.stringify(contexts).length).toBeLessThan(10_000);
  });

  const { proxy, revoke } = Proxy.revocable(new Error('x'), {});
  revoke();
  for (const [name, error] of [
    ['nothing', undefined],
    ['a text', 'text'],
    ['a revoked proxy', proxy],
  ] as const)
    it(`passes the event on for ${name}`, () => {
      expect(contextsOf(error)).toEqual({ 'cart.id': 7 });
    });

  it('passes other events on to the next function', () => {
    const log: SluiceEvent = { type: 'log', timestamp: '', payload: { level: 'info', message: 'x' } };
    const seen: unknown[] = [];
    const next = (one: SluiceEvent): null => {
      seen.push(one.contexts);
      return null;
    };

    expect(errorProperties()(log, { error: Object.assign(new Error('x'), { code: 1 }) })).toBe(log);
    expect(errorProperties(next)(event(), { error: Object.assign(new Error('x'), { code: 1 }) })).toBeNull();
    expect(seen).toEqual([{ 'cart.id': 7, 'error.code': 1 }]);
  });
});

function event(): EventOf<'exception'> {
  return {
    type: 'exception',
    timestamp: '',
    contexts: { 'cart.id': 7 },
    payload: { type: 'Error', message: 'x' },
  };
}
