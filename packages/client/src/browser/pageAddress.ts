import { getClient } from '../core/client.js';
import type { BrowserOptions } from './browserOptions.js';

/**
 * Returns a URL without its query, without a fragment that is not a route, and without the query and the values of one that is.
 * `#/cart`, `#!/cart` and `#/search/q=shoes` are routes, the last one as far as `#/search/q`; `#top`, `#access_token=…` and
 * `#/access_token=…` are not. `pageOfUrl.ts` of `packages/db` has the same rules, and both the same tests.
 * @param kept `$1$2$4` keeps the queries
 */
export const withoutQuery = (address: string, kept = '$2'): string =>
  address.replace(/(\?[^#]*)|#(?!!?\/(?!\w+=)).*|(#((?!%3d)[^?#=])*)(\?[^#]*)?.*/gi, kept);

/** The URL of the page with its queries. */
// `document.URL` takes a tenth of the time of `location.href`.
export const shownAddress = (): string => withoutQuery(document.URL, '$1$2$4');

/** Returns a URL as it may be sent: with its query only if the program allows it. */
export const toldAddress = (address: string): string =>
  (getClient() as { options: BrowserOptions } | undefined)?.options.sendUrlQuery ? address : withoutQuery(address);

/** The URL of the page as it may be sent. */
export const pageAddress = (): string => toldAddress(shownAddress());

/** A URL without query, same-origin URLs by path: a name shared by many visits. */
export function pathOf(address: string): string {
  const bare = withoutQuery(address);
  const { origin } = location;
  return bare.startsWith(`${origin}/`) ? bare.slice(origin.length) : bare;
}
