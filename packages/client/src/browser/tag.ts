import { getClient } from '../core/client.js';
import * as api from './index.js';
import { reportUncaught } from './integrations/globalErrors.js';
import type { EarlyApi } from './tag/early.js';
import { tagOptions } from './tag/tagOptions.js';

/** What `window.sluice` is: the API, and `ready`, which calls back when it is there, now that is. */
const sluice = { ...api, ready: (callback: (all: typeof api) => void): void => callback(api) };

type Sluice = typeof sluice;

/** The file of the script tag: starts the SDK by the attributes of its tag, and catches up with what the loader queued. */
function start(): void {
  const page = window as { sluice?: Partial<Sluice & EarlyApi> };
  const { early, stop, init } = page.sluice ?? {};
  // The same tag twice.
  if (init && !early) return;
  const tag = document.currentScript as HTMLScriptElement | null;
  page.sluice = sluice;
  if (tag?.dataset['dsn'] !== undefined) api.init(tagOptions(tag.dataset, tag.src));
  stop?.();
  for (const [what, given] of early ?? []) {
    const client = getClient();
    try {
      if (typeof what !== 'string') {
        if (client) reportUncaught(client, what, given as number);
      } else (sluice[what as keyof Sluice] as (...args: unknown[]) => unknown)(...(given as readonly unknown[]));
    } catch (error) {
      client?.guard.say(error);
    }
  }
}

start();
