import type { Client } from '../../core/client.js';

/** An observed type of performance entries. */
export interface Observed {
  /** Handles pending entries. */
  readonly catchUp: () => void;
  readonly stop: () => void;
}

/** Observes a type of entries, including earlier ones. `undefined` if the browser does not support it. */
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
