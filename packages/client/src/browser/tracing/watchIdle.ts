import type { Client } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { listen } from '../hooks/listen.js';
import { watchRequests } from '../hooks/requests.js';

/** Milliseconds without any request after which a page is idle. */
const QUIET_MS = 1_000;

/** How a page came to rest. */
export interface Rest {
  /** Milliseconds since 1970, when the last thing ended. */
  readonly at: number;
  /** Something was still under way. */
  readonly isBusy: boolean;
}

/**
 * Waits until the page is idle: it is loaded, painted, and made no request for a second. Calls back once.
 * @returns has it over right now
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

/** Calls back when the page is loaded and painted. */
function watchLoad(client: Client, loaded: () => void): () => void {
  const painted = (): void => {
    // A page that is not seen is not painted.
    if (document.visibilityState === 'hidden') return loaded();
    requestAnimationFrame(() => setTimeout(() => client.guard(loaded)));
  };
  if (document.readyState === 'complete') {
    // Not when it begins: to ask for the first frame of a page may take a millisecond.
    const timer = setTimeout(() => client.guard(painted));
    return () => clearTimeout(timer);
  }
  return listen(client, window, 'load', painted);
}
