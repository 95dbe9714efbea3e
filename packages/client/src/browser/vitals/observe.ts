import type { Client } from '../../core/client.js';

/** Something about the page that is measured while it is looked at. */
export interface Vital {
  /** What is known now, by name; a name without a value is not known. */
  readonly read: () => Readonly<Record<string, number | undefined>>;
  readonly stop: () => void;
}

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

/** Milliseconds after the page was asked for, or shown where it was loaded ahead. */
export function sinceShown(time: number): number {
  const [entry] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
  return Math.max(0, Math.round(time - (entry?.activationStart ?? 0)));
}
