import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as page from '../browser/index.js';
import type { SluiceEvent } from '../core/event.js';
import * as worker from './index.js';

/** One module works on both sides only as long as this compiles. */
const sameCalls: typeof page = worker;

const NAMES = ['addEventListener', 'removeEventListener', 'navigator', 'EdgeRuntime'] as const;
type Globals = Partial<Record<(typeof NAMES)[number], unknown>>;
const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

const events: SluiceEvent[] = [];
const transport = () => ({ send: (event: SluiceEvent) => void events.push(event) });
let scope: EventTarget;

beforeEach(() => {
  events.length = 0;
  scope = new EventTarget();
  const [addEventListener, removeEventListener] = [
    scope.addEventListener.bind(scope),
    scope.removeEventListener.bind(scope),
  ];
  setGlobals({ addEventListener, removeEventListener, navigator: { userAgent: 'Mozilla/5.0 Worker' } });
});
afterEach(async () => {
  await worker.close();
  for (const [name, descriptor] of before) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

describe('the entry of workers', () => {
  test('has every name of the entry of pages', () => {
    expect(Object.keys(sameCalls)).toEqual(expect.arrayContaining(Object.keys(page)));
  });

  test('sends captures of a worker without a page', () => {
    worker.init({ transport, integrations: [worker.hits(), worker.httpSpans()] });
    worker.captureException(new Error('x'));
    worker.hit('sync');
    expect(events.map(({ type }) => type)).toEqual(['exception', 'hit']);
    expect(events[0]?.contexts).toMatchObject({ 'device.userAgent': 'Mozilla/5.0 Worker' });
    expect(events[0]?.contexts).not.toHaveProperty('page.url');
  });

  test('reports uncaught errors until it is closed', async () => {
    worker.init({ transport });
    const dispatch = (): void => {
      scope.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('thrown') }));
      scope.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new RangeError('rejected') }));
      scope.dispatchEvent(Object.assign(new Event('error'), { message: 'Script error.' }));
    };
    dispatch();
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { type: 'TypeError', handled: false },
      { type: 'RangeError', handled: false },
      { message: 'Script error.', handled: false },
    ]);
    await worker.close();
    dispatch();
    expect(events).toHaveLength(3);
  });

  test.each<[string, Globals, string]>([
    ['by its user agent', { navigator: { userAgent: 'Cloudflare-Workers' } }, 'Cloudflare-Workers'],
    ['by its own name', { EdgeRuntime: 'edge-runtime' }, 'edge-runtime'],
    ['as a worker', {}, 'worker'],
  ])('names an edge runtime %s, which has no events of errors', (_how, globals, name) => {
    setGlobals(globals);
    worker.init({ transport });
    worker.captureMessage('here');
    expect(events[0]?.contexts).toMatchObject({ 'runtime.name': name });
  });
});

describe('the entry of pages without a page', () => {
  test('warns, does nothing else, and does not throw', () => {
    const said = jest.spyOn(console, 'warn').mockReturnValue(undefined);
    page.init({ transport });
    expect(() => page.hit('x')).not.toThrow();
    expect(page.getClient()).toBeUndefined();
    expect(said).toHaveBeenCalledTimes(1);
  });

  test('counts no hit that it has no address for, though there is a client', () => {
    worker.init({ transport });
    expect(() => page.hit('x')).not.toThrow();
    expect(events).toEqual([]);
  });
});

function setGlobals(globals: Globals): void {
  for (const name of NAMES) Object.defineProperty(globalThis, name, { value: globals[name], configurable: true });
}
