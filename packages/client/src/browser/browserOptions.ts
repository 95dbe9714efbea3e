import type { ClientOptions } from '../core/options.js';

/** Options of `init` in a page. */
export interface BrowserOptions extends ClientOptions {
  /**
   * Sends `page.url` and the URL and referrer of hits with their query, including the query of a fragment that is a route.
   * Default `false`, because queries contain tokens and email addresses. Names of requests and frames never contain a query;
   * a fragment that is not a route is never sent.
   */
  readonly sendUrlQuery?: boolean;
}
