import type { Client } from '../../core/client.js';
import { observe, sinceShown, type Vital } from './observe.js';

/** Time to first byte, first contentful paint, largest contentful paint so far. */
export function measureLoading(client: Client): Vital {
  let [fcp, lcp]: (number | undefined)[] = [];
  const wasHidden = document.visibilityState === 'hidden' || hasBegunHidden();
  const paints = observe(client, { type: 'paint' }, ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') fcp = startTime;
  });
  const largest = observe(client, { type: 'largest-contentful-paint' }, ({ startTime }: PerformanceEntry) => {
    lcp = startTime;
  });
  return {
    read: () => {
      paints?.catchUp();
      largest?.catchUp();
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const paintedAt = (time: number | undefined): number | undefined =>
        time === undefined || wasHidden ? undefined : sinceShown(time);
      return {
        ttfb: entry && entry.responseStart > 0 ? sinceShown(entry.responseStart) : undefined,
        fcp: paintedAt(fcp),
        lcp: paintedAt(lcp),
      };
    },
    stop: () => {
      paints?.stop();
      largest?.stop();
    },
  };
}

/** Whether the page was hidden when it began to load, where the browser remembers. */
const hasBegunHidden = (): boolean => performance.getEntriesByType('visibility-state')[0]?.name === 'hidden';
