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

/** Calls that work without a client; others wait for one. */
const AT_ONCE = /^(init|ready|set|add)/;

let queue: Early[] = [];
let stopQueueing: (() => void) | undefined;

/** The API for pages. Listed individually, because bundlers create a getter per export of a namespace. */
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
  /** Calls back when the API is available, which is now. */
  ready: (callback: (all: object) => void): void => callback(sluice),
};

type Sluice = typeof sluice;

/** Runs queued calls in order. Calls that need a client are queued again if the page calls `init` later. */
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

/** Entry of the script tag: starts the SDK by the attributes of its tag and runs calls that the loader queued. */
function start(): void {
  const page = window as { sluice?: Partial<Sluice & EarlyApi> };
  const { early, stop, init: isThere } = page.sluice ?? {};
  // The tag is included twice.
  if (isThere && !early) return;
  page.sluice = sluice;
  // `init` first, so that earlier calls use its client.
  queue = (early ?? []).sort(([one], [other]) => +(other === 'init') - +(one === 'init'));
  stopQueueing = stop;
  if (tag?.dataset['dsn'] !== undefined) init(tagOptions(tag.dataset));
  catchUp();
}

start();
