import type { Integration } from '../../core/client.js';
import { setGlobalTracePosition } from '../../core/scope.js';
import { parseTraceparent } from '../../spans/traceparent.js';
import { all } from '../hooks/all.js';
import { watchNavigations } from '../hooks/navigations.js';
import { whenActivated } from '../hooks/whenActivated.js';
import { navigationEntry } from '../navigationEntry.js';
import { pathOf, shownAddress, toldAddress } from '../pageAddress.js';
import { startPageSpan } from '../tracing/pageSpan.js';
import { setShownPage } from '../tracing/shownPage.js';

export interface BrowserTracingOptions {
  /**
   * Names a page by its URL, so that many URLs share a name (`/products/:id`); by default its path. The URL contains the query,
   * which the name should not.
   */
  readonly nameOf?: (address: string) => string;
}

/**
 * Traces page views: a span `pageload` from the start of the navigation, and a span `navigation` for each navigation within the
 * page. Each begins a trace that contains everything until the next one; `previous_trace.id` links them. A page with
 * `<meta name="traceparent">` continues the trace of its server.
 *
 * The span of a page is sent when the page is idle (loaded, painted, and without a request for a second), earlier if it is
 * hidden or navigates, and after 30 s at the latest.
 */
export const browserTracing = ({ nameOf = pathOf }: BrowserTracingOptions = {}): Integration => ({
  name: 'browserTracing',
  setup: (client) => {
    let end: (() => void) | undefined;
    const load = (): void => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name=traceparent]');
      const address = shownAddress();
      end = startPageSpan(client, {
        name: nameOf(address),
        op: 'pageload',
        data: { 'page.url': toldAddress(address) },
        parent: parseTraceparent(meta?.content) ?? null,
        startedAt: Date.now() - performance.now() + (navigationEntry().activationStart ?? 0),
      });
    };
    const navigate = (to: string): void => {
      // The page redirects while it is loading.
      if (document.readyState !== 'complete') return;
      end?.();
      end = startPageSpan(client, {
        name: nameOf(to),
        op: 'navigation',
        data: { 'page.url': toldAddress(to) },
        parent: null,
        startedAt: Date.now(),
      });
    };
    return all(
      whenActivated(client, load),
      watchNavigations(client, ({ to }) => navigate(to)),
      client.onLeave(() => end?.()),
      () => end?.(),
      () => setGlobalTracePosition(undefined),
      () => setShownPage(undefined),
    );
  },
});
