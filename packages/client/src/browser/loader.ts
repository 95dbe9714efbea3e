import type { Early, EarlyApi } from './tag/early.js';

/**
 * For the page's head: loads the SDK without the page waiting for it, and queues errors and calls until it is there. Should
 * it never come, the calls do nothing, and callbacks of spans run all the same. Its tag has the attributes of the SDK's
 * tag; `sluice.js` lies beside it, or `data-src` says where.
 */
const MOST = 100;

function load(): void {
  const tag = document.currentScript as HTMLScriptElement | null;
  const page = window as { sluice?: unknown };
  if (!tag || page.sluice) return;
  const early: Early[] = [];
  const push = (one: Early): void => {
    if (early.length < MOST) early.push(one);
  };
  const hear = (event: Event): void => push([event as ErrorEvent, Date.now()]);
  const types = ['error', 'unhandledrejection'];
  for (const type of types) addEventListener(type, hear);

  const nothing = (): void => undefined;
  const span = {
    traceId: '',
    spanId: '',
    isSampled: false,
    metric: nothing,
    setData: nothing,
    setStatus: nothing,
    end: nothing,
  };
  const inert = { ...span, run: (callback: () => unknown) => callback() };
  const run = (_name: string, callback: (one: unknown) => unknown): unknown => callback(inert);
  const api: EarlyApi & Record<string, unknown> = {
    early,
    stop: () => types.forEach((type) => removeEventListener(type, hear)),
    span: run,
    asyncSpan: async (name: string, callback: (one: unknown) => unknown) => await run(name, callback),
    startInactiveSpan: () => inert,
    withScope: (callback: (scope: unknown) => unknown) => callback({ tags: {}, contexts: {}, breadcrumbs: [] }),
    withSpan: (_span: unknown, callback: () => unknown) => callback(),
    continueTrace: (_header: unknown, callback: () => unknown) => callback(),
    traceparentOf: nothing,
    getClient: nothing,
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const queued = 'captureException captureMessage log hit addBreadcrumb setTag setTags setContext setUser init ready';
  for (const name of queued.split(' ')) api[name] = (...args: unknown[]) => push([name, args]);
  page.sluice = api;

  const script = document.createElement('script');
  Object.assign(script.dataset, tag.dataset);
  script.src = tag.dataset['src'] ?? new URL('sluice.js', tag.src).href;
  script.async = true;
  script.nonce = tag.nonce;
  document.head.append(script);
}

load();
