import type { Scope } from '../core/scope.js';
import type { Early, EarlyApi } from './tag/early.js';
import type { TrustingWindow } from './tag/trustingWindow.js';

/**
 * For the page's head: loads the SDK asynchronously and queues errors and calls until it has loaded. If it never loads, calls
 * do nothing and callbacks of spans still run. Its tag has the attributes of the SDK's tag; `sluice.js` is beside it, or at
 * `data-src`.
 */
const MOST = 100;

function load(): void {
  const tag = document.currentScript as HTMLScriptElement | null;
  const page = window as { sluice?: unknown };
  if (!tag || page.sluice) return;
  const early: Early[] = [];
  let queue = early;
  let left = MOST;
  const push = (one: Early, to = queue): void => {
    if (left-- > 0) to.push(one);
  };
  const hear = (event: Event): void => push([event as ErrorEvent, Date.now()], early);
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
    withScope: (callback: (scope: Scope) => unknown) => {
      const outer = queue;
      const inner: Early[] = (queue = []);
      const scope: Scope = { tags: {}, contexts: {}, breadcrumbs: [] };
      try {
        return callback(scope);
      } finally {
        queue = outer;
        push(['withScope', [(real: Scope) => catchUp(inner, scope, real)]]);
      }
    },
    withSpan: (_span: unknown, callback: () => unknown) => callback(),
    continueTrace: (_header: unknown, callback: () => unknown) => callback(),
    traceparentOf: nothing,
    getClient: nothing,
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const queued = 'captureException captureMessage log hit addBreadcrumb setTag setTags setContext setUser';
  for (const name of queued.split(' ')) api[name] = (...args: unknown[]) => push([name, args]);
  // Outside any scope.
  for (const name of ['init', 'ready']) api[name] = (...args: unknown[]) => push([name, args], early);
  page.sluice = api;

  appendSdk(tag);
}

/** Loads the SDK by a tag with the attributes of the loader's tag. */
function appendSdk(tag: HTMLScriptElement): void {
  const script = document.createElement('script');
  Object.assign(script.dataset, tag.dataset);
  let address = tag.dataset['src'] ?? new URL('sluice.js', tag.src).href;
  const { trustedTypes } = window as unknown as Required<TrustingWindow>;
  try {
    address = trustedTypes.createPolicy('sluice-loader', { createScriptURL: String }).createScriptURL(address);
  } catch {
    // Without Trusted Types, or if the page does not allow this policy: a string may work.
  }
  try {
    script.src = address;
  } catch {
    // eslint-disable-next-line no-console -- the SDK is not loaded
    return console.warn('[sluice] Nothing is sent: allow the policies sluice and sluice-loader in trusted-types');
  }
  script.async = true;
  script.nonce = tag.nonce;
  document.head.append(script);
}

/** Runs queued calls within their scope once the SDK has loaded. */
function catchUp(inner: readonly Early[], scope: Scope, real: Scope): void {
  Object.assign(real.tags, scope.tags);
  Object.assign(real.contexts, scope.contexts);
  real.breadcrumbs.push(...scope.breadcrumbs);
  const { sluice } = window as unknown as { sluice: Record<string, (...args: readonly unknown[]) => unknown> };
  for (const [name, args] of inner) sluice[name as string]?.(...(args as readonly unknown[]));
}

load();
