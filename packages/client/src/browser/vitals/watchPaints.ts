import type { Client } from '../../core/client.js';
import { navigationEntry } from '../navigationEntry.js';
import { toldAddress } from '../pageAddress.js';
import { selectorOf } from '../selectorOf.js';
import type { Measured } from './measured.js';
import { observe } from './observe.js';

/** An entry `largest-contentful-paint`. */
interface LargestPaint {
  readonly startTime: number;
  readonly element?: Node | null;
  readonly url?: string;
}

/** How a page that was loaded is being seen. */
export interface Paints {
  /**
   * `ttfb`, `fcp` and `lcp` in milliseconds, as known now. They are final when they are read first, as that is when the page
   * is hidden. A page that was hidden when it began to load has no paints.
   */
  readonly read: () => Measured;
  readonly stop: () => void;
}

export function watchPaints(client: Client): Paints {
  // Where the browser remembers it, also whether it was when it began to load.
  const [begun] = performance.getEntriesByType('visibility-state');
  const wasHidden = [document.visibilityState, begun?.name].includes('hidden');
  let [largest, final]: [number?, Measured?] = [];
  let data: Measured = {};
  const observed = observe(
    client,
    { type: 'largest-contentful-paint' },
    ({ startTime, element, url }: LargestPaint) => {
      largest = startTime;
      // Described now: the element that was painted may be gone when the value is reported.
      data = { 'lcp.element': selectorOf(element), 'lcp.url': url ? toldAddress(url) : undefined };
    },
  );
  const read = (): Measured => {
    observed?.catchUp();
    observed?.stop();
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const [fcp, lcp] = wasHidden ? [] : [first, largest].map(sinceShown);
    return { ttfb: sinceShown(navigationEntry().responseStart), fcp, lcp, ...data };
  };
  return { read: () => (final ??= read()), stop: () => observed?.stop() };
}

/** Milliseconds after the page was asked for, or shown where it was loaded ahead. */
const sinceShown = (time: number | undefined): number | undefined =>
  time ? Math.max(0, Math.round(time - (navigationEntry().activationStart ?? 0))) : undefined;
