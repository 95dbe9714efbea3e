import type { Integration } from '../../core/client.js';
import { setGlobalPlace } from '../../core/scope.js';
import { parseTraceparent } from '../../spans/traceparent.js';
import { all } from '../hooks/all.js';
import { watchNavigations } from '../hooks/navigations.js';
import { whenShown } from '../hooks/whenShown.js';
import { pathOf, shownAddress, toldAddress } from '../pageAddress.js';
import { pageMeasures } from '../tracing/pageMeasures.js';
import { startPageSpan, type PageSpan } from '../tracing/pageSpan.js';

export interface BrowserTracingOptions {
  /**
   * What the page at an address is called: few names for many addresses (`/products/:id`). Its path where absent. The
   * address has its query, which the name should not have.
   */
  readonly nameOf?: (address: string) => string;
}

const none = (): [] => [];

/**
 * Traces what is looked at: a span `pageload` from the beginning of the navigation, and a span `navigation` whenever the
 * page goes elsewhere without being loaded. Each has a trace of its own, in which everything is that the page does until
 * the next; `previous_trace.id` links them. A page with `<meta name="traceparent">` goes on with its server's trace.
 *
 * A pageload span is sent, at the latest, when the page is hidden or goes elsewhere, or after 30 s. Where `webVitals` has
 * something to measure it is not sent earlier, else as soon as the page is idle.
 */
export const browserTracing = ({ nameOf = pathOf }: BrowserTracingOptions = {}): Integration => ({
  name: 'browserTracing',
  setup: (client) => {
    let page: PageSpan | undefined;
    const load = (): void => {
      const [entry] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
      const meta = document.querySelector<HTMLMetaElement>('meta[name=traceparent]');
      const address = shownAddress();
      page = startPageSpan(client, {
        ...{
          name: nameOf(address),
          op: 'pageload',
          data: { 'page.url': toldAddress(address) },
          measures: pageMeasures,
        },
        parent: parseTraceparent(meta?.content) ?? null,
        startedAt: Date.now() - performance.now() + (entry?.activationStart ?? 0),
      });
    };
    const navigate = (to: string): void => {
      // It redirects itself while it is still being loaded.
      if (document.readyState !== 'complete') return;
      page?.end();
      page = startPageSpan(client, {
        ...{ name: nameOf(to), op: 'navigation', data: { 'page.url': toldAddress(to) }, measures: none },
        ...{ parent: null, startedAt: Date.now() },
      });
    };
    return all(
      whenShown(client, load),
      watchNavigations(client, ({ to }) => navigate(to)),
      client.onLeave(() => page?.end()),
      () => page?.end(),
      () => setGlobalPlace(undefined),
    );
  },
});
