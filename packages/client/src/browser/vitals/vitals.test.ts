import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { resetScopes } from '../../core/scope.js';
import { browserTracing } from '../integrations/browserTracing.js';
import { webVitals } from '../integrations/webVitals.js';
import { pageLeaving } from '../pageLeaving.js';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient, type TestClient } from '../testing/startTestClient.js';
import * as chunk from './chunk.js';
import { createInteractions, type EventTiming } from './createInteractions.js';
import { createShifts } from './createShifts.js';

/** Entries that the browser has not handed over, by their type. */
let entries: Record<string, readonly object[]> = {};
class FakeObserver {
  static readonly supportedEntryTypes = ['layout-shift', 'event', 'largest-contentful-paint'];
  type = '';
  observe({ type }: { readonly type: string }): void {
    this.type = type;
  }
  takeRecords(): readonly object[] {
    const { [this.type]: taken = [], ...rest } = entries;
    entries = rest;
    return taken;
  }
  disconnect(): void {
    this.type = '';
  }
}

const original = Object.getOwnPropertyDescriptor(globalThis, 'PerformanceObserver');
let page: FakePage;
beforeEach(() => {
  jest.useFakeTimers();
  page = openFakePage();
  has(0);
  Object.defineProperty(globalThis, 'PerformanceObserver', { value: FakeObserver, configurable: true });
});
afterEach(() => {
  if (original) Object.defineProperty(globalThis, 'PerformanceObserver', original);
  Reflect.deleteProperty(performance, 'interactionCount');
  entries = {};
  page.close();
  resetScopes();
  jest.useRealTimers();
});

describe('cumulative layout shift', () => {
  test.each([
    ['is 0 where nothing shifts', [], 0],
    ['adds shifts of a session', [shift(100, 0.1), shift(600, 0.05)], 0.15],
    ['is the worst session', [shift(100, 0.1), shift(1_200, 0.2), shift(1_300, 0.1), shift(9_000, 0.05)], 0.3],
    ['has no session longer than 5 s', [0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => shift(at, 0.1)), 0.6],
    ['leaves out what input caused', [shift(100, 0.1, true), shift(200, 0.2)], 0.2],
  ])('%s', (_name, given, cls) => {
    const { take, read } = createShifts();
    for (const one of given) take(one as Parameters<typeof take>[0]);
    expect(read()).toBe(cls);
  });

  test('reports the largest shift of its worst session', () => {
    const { take, data } = createShifts();
    const given = [
      shift(0, 0.2, false, 'early'),
      shift(2_000, 0.15, false, 'large'),
      shift(2_100, 0.1, false, 'small'),
    ];
    for (const one of given) take(one as Parameters<typeof take>[0]);
    expect(data()).toMatchObject({ 'cls.element': 'p#large' });
  });
});

describe('interaction to next paint', () => {
  test.each<[string, EventTiming[], number | undefined]>([
    ['is unknown without any', [], undefined],
    ['is the slowest', [interaction(1, 48), interaction(2, 120), interaction(3, 64)], 120],
    ['takes the slowest event of each', [interaction(1, 48), interaction(1, 200), interaction(1, 80)], 200],
    ['leaves out what is no interaction', [interaction(0, 500), interaction(1, 56)], 56],
  ])('%s', (_name, given, inp) => {
    const { take, read } = createInteractions(0);
    given.forEach(take);
    expect(read()).toBe(inp);
  });

  test('ignores one interaction in fifty, and keeps the ten slowest', () => {
    const { take, read, data } = createInteractions(100);
    for (let id = 1; id <= 40; id++) take(interaction(id, 40 + id, id, `event ${id}`));
    has(100 + 60);
    expect([read(), data()]).toMatchObject([79, { 'inp.event': 'event 39' }]);
    has(100 + 5_000);
    expect(read()).toBe(71);
  });

  test('ignores one interaction in fifty where the browser does not count them: ids grow by seven', async () => {
    jest.resetModules();
    Reflect.deleteProperty(performance, 'interactionCount');
    const { take, read } = (await import('./createInteractions.js')).createInteractions(0);
    for (let index = 0; index < 60; index++) take(interaction(10_000 + 7 * index, 100 + index));
    expect(read()).toBe(158);
  });

  test('is the shortest measurable time if all were too short to be reported', () => {
    const { read, data } = createInteractions(3);
    has(4);
    expect([read(), data()]).toEqual([8, {}]);
  });
});

describe('the vitals of a visit', () => {
  const start = (load = (): Promise<typeof chunk> => Promise.resolve(chunk)): TestClient =>
    startTestClient([pageLeaving(), browserTracing(), webVitals({ load })]);
  const told = ({ ofType }: TestClient): unknown[] =>
    ofType('span')
      .filter(({ payload }) => payload.op === 'web_vital')
      .map(({ payload: { name, metrics } }) => [name, metrics]);
  const leave = (): void => {
    page.document.visibilityState = 'visible';
    page.hide();
  };

  test('are sent when it is hidden, below the span of its page, and again only where they changed', async () => {
    const test = start();
    await jest.advanceTimersByTimeAsync(60_000);
    has(1);
    entries = {
      'largest-contentful-paint': [{ startTime: 700, url: 'https://shop.example/hero.png?token=1' }],
      'layout-shift': [shift(100, 0.1)],
      event: [interaction(1, 120, 50_000)],
    };
    leave();
    leave();
    const all = { 'web_vital.lcp': 700, 'web_vital.cls': 0.1, 'web_vital.inp': 120 };
    expect(told(test)).toEqual([['/start', all]]);
    const [pageload, vitals] = test.ofType('span');
    expect(vitals?.payload).toMatchObject({
      traceId: pageload?.payload.traceId,
      parentId: pageload?.payload.uuid,
      duration: 0,
      startTime: pageload?.payload.startTime,
    });
    expect(vitals?.contexts).toMatchObject({ 'lcp.url': 'https://shop.example/hero.png', 'inp.event': 'click' });

    entries = {
      'largest-contentful-paint': [{ startTime: 61_000 }],
      'layout-shift': [shift(61_000, 0.05)],
      event: [interaction(2, 200, 61_000)],
    };
    leave();
    expect(told(test)).toEqual([
      ['/start', all],
      ['/start', { 'web_vital.inp': 200 }],
    ]);
  });

  test('are of the page on which they began, and of the whole visit', async () => {
    const test = start();
    await jest.advanceTimersByTimeAsync(5_000);
    page.go('/cart');
    const at = performance.now();
    await jest.advanceTimersByTimeAsync(5_000);
    entries = {
      event: [interaction(1, 300, at - 1), interaction(2, 80, at + 1)],
      'layout-shift': [shift(at - 1_500, 0.3), shift(at + 10, 0.2)],
    };
    page.go('/paid');
    expect(told(test)).toEqual([]);
    await jest.advanceTimersByTimeAsync(5_000);
    const cart = ['/cart', { 'web_vital.navigation.inp': 80, 'web_vital.navigation.cls': 0.2 }];
    expect(told(test)).toEqual([cart]);
    leave();
    expect(told(test)).toEqual([
      cart,
      ['/paid', { 'web_vital.navigation.cls': 0 }],
      ['/start', { 'web_vital.inp': 300, 'web_vital.cls': 0.3 }],
    ]);
  });

  test('start over when the page is restored from the back/forward cache, in its new trace', async () => {
    const test = start();
    await jest.advanceTimersByTimeAsync(5_000);
    entries = { event: [interaction(7, 300, 1_000)], 'layout-shift': [shift(1_000, 0.3)] };
    leave();
    page.document.visibilityState = 'visible';
    page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    const at = performance.now();
    entries = { event: [interaction(14, 80, at + 1)], 'layout-shift': [shift(at + 1, 0.1)] };
    leave();
    leave();
    expect(told(test)).toEqual([
      ['/start', { 'web_vital.inp': 300, 'web_vital.cls': 0.3 }],
      ['/start', { 'web_vital.inp': 80, 'web_vital.cls': 0.1 }],
    ]);
    const spans = test.ofType('span').map(({ payload }) => payload);
    const [load, restored] = spans.filter(({ op }) => op !== 'web_vital');
    expect(spans.filter(({ op }) => op === 'web_vital').map(({ parentId }) => parentId)).toEqual([
      load?.uuid,
      restored?.uuid,
    ]);
    page.go('/cart');
    entries = { event: [interaction(21, 120, performance.now() + 1)] };
    leave();
    expect(told(test).slice(2)).toEqual([
      ['/cart', { 'web_vital.navigation.inp': 120, 'web_vital.navigation.cls': 0 }],
      ['/start', { 'web_vital.inp': 120 }],
    ]);
  });

  test('are without those that are loaded later where the page is left before, which follow', async () => {
    let arrive: ((loaded: typeof chunk) => void) | undefined;
    const test = start(() => new Promise((resolve) => (arrive = resolve)));
    await jest.advanceTimersByTimeAsync(100);
    entries = { 'largest-contentful-paint': [{ startTime: 700 }], 'layout-shift': [shift(100, 0.1)] };
    leave();
    expect(told(test)).toEqual([['/start', { 'web_vital.lcp': 700 }]]);
    arrive?.(chunk);
    await jest.advanceTimersByTimeAsync(100);
    leave();
    expect(told(test).slice(1)).toEqual([['/start', { 'web_vital.cls': 0.1 }]]);
  });

  test('are not measured after close', async () => {
    const test = start();
    await jest.advanceTimersByTimeAsync(5_000);
    await test.client.close();
    const before = told(test);
    leave();
    expect([before, told(test)]).toEqual([[['/start', { 'web_vital.cls': 0 }]], before]);
  });
});

function shift(startTime: number, value: number, hadRecentInput = false, id = ''): object {
  return {
    startTime,
    value,
    hadRecentInput,
    sources: [{ node: null }, { node: { nodeType: 1, tagName: 'P', id, classList: [], getAttribute: () => null } }],
  };
}

function interaction(interactionId: number, duration: number, startTime = 0, name = 'click'): EventTiming {
  return {
    interactionId,
    duration,
    startTime,
    name,
  };
}

function has(interactionCount: number): unknown {
  return Object.defineProperty(performance, 'interactionCount', { value: interactionCount, configurable: true });
}
