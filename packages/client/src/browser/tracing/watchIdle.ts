import type { Client } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { listen } from '../hooks/listen.js';
import { watchRequests } from '../hooks/requests.js';

/** Milliseconds without requests after which a page is idle. */
const QUIET_MS = 1_000;

/** When and how a page became idle. */
export interface Rest {
  /** End of the last activity in milliseconds since 1970. */
  readonly at: number;
  /** Whether requests were pending. */
  readonly isBusy: boolean;
}

/**
 * Waits until the page is idle (loaded, painted, and without a request for a second). Calls back once.
 * @returns a function that ends the wait immediately
 */
export function watchIdle(client: Client, startedAt: number, callback: (rest: Rest) => void): () => void {
  let last = startedAt;
  let underWay = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    stop();
    const isBusy = underWay > 0;
    callback({ at: isBusy ? Date.now() : last, isBusy });
  };
  const begin = (): (() => void) => {
    underWay++;
    clearTimeout(timer);
    return () => {
      underWay--;
      last = Date.now();
      rest();
    };
  };
  const rest = (): void => {
    clearTimeout(timer);
    if (underWay === 0 && !isOver) timer = setTimeout(() => client.guard(finish), QUIET_MS);
  };
  const stop = all(watchRequests(client, begin), watchLoad(client, begin()));
  return finish;
}

/** Calls back when the page has loaded and painted. */
function watchLoad(client: Client, loaded: () => void): () => void {
  const painted = (): void => {
    // Hidden pages are not painted.
    if (document.visibilityState === 'hidden') return loaded();
    requestAnimationFrame(() => setTimeout(() => client.guard(loaded)));
  };
  if (document.readyState === 'complete') {
    // Deferred: requesting the first frame may take a millisecond.
    const timer = setTimeout(() => client.guard(painted));
    return () => clearTimeout(timer);
  }
  return listen(client, window, 'load', painted);
}
