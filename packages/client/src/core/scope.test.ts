import { afterEach, describe, expect, it } from '@jest/globals';
import {
  addBreadcrumb,
  currentTracePosition,
  currentScope,
  resetScopes,
  setContext,
  setGlobalTracePosition,
  setTag,
  setTags,
  setUser,
  withTracePosition,
  withScope,
  type TracePosition,
} from './scope.js';

const place = (spanId: string): TracePosition => ({ traceId: 't'.repeat(32), spanId, isSampled: true });

describe('a scope', () => {
  afterEach(resetScopes);

  it('has the latest values', () => {
    setTag('shop', 'a');
    setTags({ shop: 'b', plan: 'c' });
    setContext('cart.id', 7);
    setUser({ id: '42', email: 'a@b.example' });
    expect(currentScope().tags).toEqual({ shop: 'b', plan: 'c' });
    expect(currentScope().contexts).toMatchObject({ 'cart.id': 7, 'user.id': '42', 'user.email': 'a@b.example' });
    setUser(null);
    expect(currentScope().contexts['user.id']).toBeUndefined();
  });

  it('inherits values of the outer scope and does not change it', () => {
    setTag('outer', '1');
    const seen = withScope((scope) => {
      scope.tags['direct'] = '2';
      setTag('inner', '3');
      addBreadcrumb({ message: 'within' });
      return { ...currentScope().tags };
    });
    expect(seen).toEqual({ outer: '1', direct: '2', inner: '3' });
    expect(currentScope().tags).toEqual({ outer: '1' });
    expect(currentScope().breadcrumbs).toEqual([]);
  });

  it('ends also where its callback throws', () => {
    expect(() =>
      withScope(() => {
        setTag('lost', 'x');
        throw new Error('x');
      }),
    ).toThrow('x');
    expect(currentScope().tags).toEqual({});
  });

  it('keeps the last hundred breadcrumbs, each with a time', () => {
    for (let index = 0; index < 130; index += 1) addBreadcrumb({ message: `${index}` });
    const { breadcrumbs } = currentScope();
    expect(breadcrumbs.map(({ message }) => message)).toEqual(Array.from({ length: 100 }, (_, at) => `${at + 30}`));
    expect(breadcrumbs[0]?.timestamp).toMatch(/^\d{4}-.*Z$/);
  });
});

describe('the place in a trace', () => {
  afterEach(resetScopes);

  it('is the span that is active, else that of the page, else none', () => {
    expect(currentTracePosition()).toBeUndefined();
    setGlobalTracePosition(place('page'));
    expect(currentTracePosition()).toEqual(place('page'));
    expect(withTracePosition(place('span'), currentTracePosition)).toEqual(place('span'));
    expect(withScope(currentTracePosition)).toEqual(place('page'));
    expect(withTracePosition(place('span'), () => withScope(currentTracePosition))).toEqual(place('span'));
    expect(currentTracePosition()).toEqual(place('page'));
  });

  it('does not change the scope', () => {
    withTracePosition(place('span'), () => setTag('kept', '1'));
    expect(currentScope().tags).toEqual({ kept: '1' });
  });
});
