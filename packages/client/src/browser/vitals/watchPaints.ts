import type { Client } from '../../core/client.js';
import { navigationEntry } from '../navigationEntry.js';
import { toldAddress } from '../pageAddress.js';
import { selectorOf } from '../selectorOf.js';
import type { Measured } from './measured.js';
import { observe } from './observe.js';

/** A performance entry `largest-contentful-paint`. */
interface LargestPaint {
  readonly startTime: number;
  readonly element?: Node | null;
  readonly url?: string;
}

/** Paint metrics of a loaded page. */
export interface Paints {
  /**
   * Current `ttfb`, `fcp` and `lcp` in milliseconds. They are final when first read, which is when the page is hidden. A page
   * that was hidden when it began to load has no paints.
   */
  readonly read: () => Measured;
  readonly stop: () => void;
}

export function watchPaints(client: Client): Paints {
  // If the browser records it, also whether it was hidden at the start.
  const [begun] = performance.getEntriesByType('visibility-state');
  const wasHidden = [document.visibilityState, begun?.name].includes('hidden');
  let [largest, final]: [number?, Measured?] = [];
  let data: Measured = {};
  const observed = observe(
    client,
    { type: 'largest-contentful-paint' },
    ({ startTime, element, url }: LargestPaint) => {
      largest = startTime;
      // Described now, because the element may be gone when the value is reported.
      data = { 'lcp.element': selectorOf(element), 'lcp.url': url ? toldAddress(url) : undefined };
    },
  );
  const read = (): Measured => {
    observed?.catchUp();
    observed?.stop();
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const [fcp, lcp] = wasHidden ? [] : [first, largest].map(sinceActivation);
    return { ttfb: sinceActivation(navigationEntry().responseStart), fcp, lcp, ...data };
  };
  return { read: () => (final ??= read()), stop: () => observed?.stop() };
}

/** Milliseconds since the navigation, or since activation of a prerendered page. */
const sinceActivation = (time: number | undefined): number | undefined =>
  time ? Math.max(0, Math.round(time - (navigationEntry().activationStart ?? 0))) : undefined;
