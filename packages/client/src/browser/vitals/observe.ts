import type { Client } from '../../core/client.js';

/** A kind of entries of the browser's timeline that is being observed. */
export interface Observed {
  /** Handles what the browser has not handed over yet. */
  readonly catchUp: () => void;
  readonly stop: () => void;
}

/** Hears of entries of a kind, those from before too. `undefined` where the browser does not have them. */
export function observe(
  client: Client,
  options: PerformanceObserverInit & { type: string; durationThreshold?: number },
  callback: (entry: never) => void,
): Observed | undefined {
  if (!PerformanceObserver.supportedEntryTypes.includes(options.type)) return undefined;
  const handle = (entries: PerformanceEntryList): void => {
    client.guard(() => entries.forEach((entry) => callback(entry as never)));
  };
  const observer = new PerformanceObserver((list) => handle(list.getEntries()));
  observer.observe({ buffered: true, ...options });
  return { catchUp: () => handle(observer.takeRecords()), stop: () => observer.disconnect() };
}
