import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { captureException } from '../../capture/captureException.js';
import { currentTracePosition, resetScopes } from '../../core/scope.js';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient } from '../testing/startTestClient.js';
import { pageLeaving } from '../pageLeaving.js';
import { browserTracing } from './browserTracing.js';
import { httpSpans } from './httpSpans.js';

let page: FakePage;
beforeEach(() => {
  jest.useFakeTimers();
  jest.advanceTimersByTime(500);
  page = openFakePage('https://shop.example/start?a=1');
});
afterEach(() => {
  jest.useRealTimers();
  page.close();
  resetScopes();
});

const start = (): ReturnType<typeof startTestClient> => startTestClient([pageLeaving(), browserTracing(), httpSpans()]);

describe('the trace of a page', () => {
  test('begins with the navigation, and ends when the page was idle for a second', async () => {
    const { ofType } = start();
    const began = Date.now();
    await jest.advanceTimersByTimeAsync(1_100);
    const [span, ...more] = ofType('span');
    expect(more).toEqual([]);
    expect(span?.payload).toMatchObject({ name: '/start', op: 'pageload', status: 'ok' });
    expect(span?.payload.parentId).toBeUndefined();
    expect(Date.parse(span?.payload.startTime ?? '')).toBe(began - 500);
    expect(Date.parse(span?.payload.endTime ?? '') - began).toBeLessThan(100);
    expect(span?.contexts).toMatchObject({ 'page.url': 'https://shop.example/start' });
  });

  test('has requests below its first span while the page loads, and next to it afterwards', async () => {
    const { ofType } = start();
    page.answer = () => new Promise((resolve) => setTimeout(() => resolve({ status: 200 }), 3_000));
    void fetch('/during');
    await jest.advanceTimersByTimeAsync(4_100);
    void fetch('/after');
    await jest.advanceTimersByTimeAsync(4_100);
    const [during, load, after] = ofType('span').map(({ payload }) => payload);
    expect([during?.name, load?.name, after?.name]).toEqual(['GET /during', '/start', 'GET /after']);
    expect(during?.parentId).toBe(load?.uuid);
    expect(load?.endTime).toBe(during?.endTime);
    expect(after?.parentId).toBeUndefined();
    expect(new Set([during, load, after].map((one) => one?.traceId)).size).toBe(1);
  });

  test('is in captured events, idle or not', async () => {
    const { ofType } = start();
    captureException(new Error('early'));
    await jest.advanceTimersByTimeAsync(2_000);
    captureException(new Error('late'));
    const { traceId, uuid } = ofType('span')[0]?.payload ?? {};
    const told = ofType('exception').map(({ contexts }) => [contexts?.['trace.id'], contexts?.['span.id']]);
    expect(told).toEqual([
      [traceId, uuid],
      [traceId, undefined],
    ]);
  });

  test('is over after 30 seconds, though the page is not idle', async () => {
    const { ofType } = start();
    page.answer = () => new Promise(() => undefined);
    void fetch('/long');
    await jest.advanceTimersByTimeAsync(29_000);
    expect(ofType('span')).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ofType('span').map(({ payload }) => payload.status)).toEqual(['ok']);
  });

  test('is cancelled where the page is hidden before it is idle', () => {
    const { ofType } = start();
    page.hide();
    expect(ofType('span').map(({ payload }) => payload.status)).toEqual(['cancelled']);
  });

  test('continues the trace of the server that rendered the page', async () => {
    const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
    Object.assign(page.document, { querySelector: () => ({ content: `00-${traceId}-${spanId}-01` }) });
    const { ofType } = start();
    await jest.advanceTimersByTimeAsync(1_100);
    expect(ofType('span')[0]?.payload).toMatchObject({ traceId, parentId: spanId });
  });
});

describe('a navigation within the page', () => {
  test('has a new trace with a link to the previous one', async () => {
    const { ofType } = start();
    await jest.advanceTimersByTimeAsync(2_000);
    page.go('/cart');
    await jest.advanceTimersByTimeAsync(2_000);
    const [load, navigation] = ofType('span');
    expect(navigation?.payload).toMatchObject({ name: '/cart', op: 'navigation', status: 'ok' });
    expect(navigation?.payload.traceId).not.toBe(load?.payload.traceId);
    expect(navigation?.contexts).toMatchObject({ 'previous_trace.id': load?.payload.traceId });
    expect(page.storage.get('sluice.trace')).toBe(navigation?.payload.traceId);
  });

  test('ends the span of the page before', async () => {
    const { ofType } = start();
    page.go('/cart');
    expect(ofType('span').map(({ payload }) => [payload.name, payload.status])).toEqual([['/start', 'cancelled']]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(ofType('span')).toHaveLength(2);
  });

  test('does not start while the page is loading', async () => {
    page.document.readyState = 'interactive';
    const { ofType } = start();
    page.go('/login');
    page.window.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(ofType('span').map(({ payload }) => payload.name)).toEqual(['/start']);
  });
});

test('after close the page is in no trace', async () => {
  const { client } = start();
  expect(currentTracePosition()).toBeDefined();
  await client.close();
  expect(currentTracePosition()).toBeUndefined();
});
