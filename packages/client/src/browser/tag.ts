import {
  addBreadcrumb,
  asyncSpan,
  breadcrumbs,
  browserTracing,
  captureException,
  captureMessage,
  close,
  consoleLogs,
  continueTrace,
  createConsoleTransport,
  flush,
  getClient,
  globalErrors,
  hit,
  hits,
  httpErrors,
  httpSpans,
  init,
  log,
  setContext,
  setTag,
  setTags,
  setUser,
  span,
  startInactiveSpan,
  traceparentOf,
  withScope,
  withSpan,
} from './index.js';
import type { BrowserOptions } from './browserOptions.js';
import { reportUncaught } from './integrations/globalErrors.js';
import type { Early, EarlyApi } from './tag/early.js';
import { replay, webVitals } from './tag/later.js';
import { tag } from './tag/loadLater.js';
import { tagOptions } from './tag/tagOptions.js';

/** What can be done without a client; everything else waits until there is one. */
const AT_ONCE = /^(init|ready|set|add)/;

let queue: Early[] = [];
let stopQueueing: (() => void) | undefined;

/** What a page may call. Named one by one: of a whole module a bundler keeps a getter for each. */
const sluice = {
  addBreadcrumb,
  asyncSpan,
  breadcrumbs,
  browserTracing,
  captureException,
  captureMessage,
  close,
  consoleLogs,
  continueTrace,
  createConsoleTransport,
  flush,
  getClient,
  globalErrors,
  hit,
  hits,
  httpErrors,
  httpSpans,
  log,
  replay,
  setContext,
  setTag,
  setTags,
  setUser,
  span,
  startInactiveSpan,
  traceparentOf,
  webVitals,
  withScope,
  withSpan,
  init: (options?: BrowserOptions): void => {
    init(options);
    catchUp();
  },
  /** Calls back when the API is there: now. */
  ready: (callback: (all: object) => void): void => callback(sluice),
};

type Sluice = typeof sluice;

/** Does what is queued, in its order. What has no client to tell is queued again: the page calls `init` later. */
function catchUp(): void {
  for (const one of queue.splice(0)) {
    const client = getClient();
    const [what, given] = one;
    try {
      if (typeof what === 'string' && (client || AT_ONCE.test(what)))
        (sluice[what as keyof Sluice] as (...args: unknown[]) => unknown)(...(given as readonly unknown[]));
      else if (client) reportUncaught(client, what as ErrorEvent, given as number);
      else queue.push(one);
    } catch (error) {
      client?.guard.say(error);
    }
  }
  if (getClient()) stopQueueing?.();
}

/** The file of the script tag: starts the SDK by the attributes of its tag, and catches up with what the loader queued. */
function start(): void {
  const page = window as { sluice?: Partial<Sluice & EarlyApi> };
  const { early, stop, init: isThere } = page.sluice ?? {};
  // The same tag twice.
  if (isThere && !early) return;
  page.sluice = sluice;
  // `init` first: what was queued before it is for its client.
  queue = (early ?? []).sort(([one], [other]) => +(other === 'init') - +(one === 'init'));
  stopQueueing = stop;
  if (tag?.dataset['dsn'] !== undefined) init(tagOptions(tag.dataset));
  catchUp();
}

start();
