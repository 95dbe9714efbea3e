import type { Integration } from '../../core/client.js';
import { setGlobalPlace } from '../../core/scope.js';
import { parseTraceparent } from '../../spans/traceparent.js';
import { all } from '../hooks/all.js';
import { watchNavigations } from '../hooks/navigations.js';
import { whenShown } from '../hooks/whenShown.js';
import { navigationEntry } from '../navigationEntry.js';
import { pathOf, shownAddress, toldAddress } from '../pageAddress.js';
import { startPageSpan } from '../tracing/pageSpan.js';
import { setShownPage } from '../tracing/shownPage.js';

export interface BrowserTracingOptions {
  /**
   * What the page at an address is called: few names for many addresses (`/products/:id`). Its path where absent. The
   * address has its query, which the name should not have.
   */
  readonly nameOf?: (address: string) => string;
}

/**
 * Traces what is looked at: a span `pageload` from the beginning of the navigation, and a span `navigation` whenever the
 * page goes elsewhere without being loaded. Each has a trace of its own, in which everything is that the page does until
 * the next; `previous_trace.id` links them. A page with `<meta name="traceparent">` goes on with its server's trace.
 *
 * The span of a page is sent when the page is idle: loaded, painted, and without a request for a second. It is sent earlier
 * when the page is hidden or goes elsewhere, and after 30 s at the latest.
 */
export const browserTracing = ({ nameOf = pathOf }: BrowserTracingOptions = {}): Integration => ({
  name: 'browserTracing',
  setup: (client) => {
    let end: (() => void) | undefined;
    const load = (): void => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name=traceparent]');
      const address = shownAddress();
      end = startPageSpan(client, {
        ...{ name: nameOf(address), op: 'pageload', data: { 'page.url': toldAddress(address) } },
        parent: parseTraceparent(meta?.content) ?? null,
        startedAt: Date.now() - performance.now() + (navigationEntry().activationStart ?? 0),
      });
    };
    const navigate = (to: string): void => {
      // It redirects itself while it is still being loaded.
      if (document.readyState !== 'complete') return;
      end?.();
      end = startPageSpan(client, {
        ...{ name: nameOf(to), op: 'navigation', data: { 'page.url': toldAddress(to) } },
        ...{ parent: null, startedAt: Date.now() },
      });
    };
    return all(
      whenShown(client, load),
      watchNavigations(client, ({ to }) => navigate(to)),
      client.onLeave(() => end?.()),
      () => end?.(),
      () => setGlobalPlace(undefined),
      () => setShownPage(undefined),
    );
  },
});
