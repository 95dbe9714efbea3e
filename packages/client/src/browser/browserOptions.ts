import type { ClientOptions } from '../core/options.js';

/** What `init` takes in a page. */
export interface BrowserOptions extends ClientOptions {
  /**
   * Sends addresses of pages with their query, and a fragment that is a route with its own: `page.url`, and the address
   * and referrer of hits. `false`, as tokens and mail addresses travel there. What requests and frames are called never
   * has one; a fragment that is no route is never sent.
   */
  readonly sendUrlQuery?: boolean;
}
