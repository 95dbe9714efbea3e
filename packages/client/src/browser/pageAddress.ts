import { getClient } from '../core/client.js';
import type { BrowserOptions } from './browserOptions.js';

const WITH_QUERIES = '$1$2$4';

/**
 * Returns a URL without its query, without a fragment that is not a route, and without the query and the values of one that is.
 * `#/cart`, `#!/cart` and `#/search/q=shoes` are routes, the last one as far as `#/search/q`; `#top`, `#access_token=…` and
 * `#/access_token=…` are not. `pageOfUrl.ts` of `packages/db` has the same rules, and both the same tests.
 * @param form `$1$2$4` keeps the queries
 */
export const withoutQuery = (address: string, form = '$2'): string =>
  // Compiling the long expression takes a fifth of a millisecond at the start of a page.
  /[?#]/.test(address)
    ? address.replace(/(\?[^#]*)|#(?!!?\/(?!\w+=)).*|(#((?!%3d)[^?#=])*)(\?[^#]*)?.*/gi, form)
    : address;

/** The URL of the page with its queries. */
// `document.URL` takes a tenth of the time of `location.href`.
export const shownAddress = (): string => withoutQuery(document.URL, WITH_QUERIES);

/** Returns a URL as it may be sent: with its query only if the program allows it. */
export const toldAddress = (address: string): string =>
  withoutQuery(
    address,
    (getClient() as { options: BrowserOptions } | undefined)?.options.sendUrlQuery ? WITH_QUERIES : undefined,
  );

/** The URL of the page as it may be sent. */
export const pageAddress = (): string => toldAddress(document.URL);

/** A URL without query, same-origin URLs by path: a name shared by many visits. */
export function pathOf(address: string): string {
  const bare = withoutQuery(address);
  const { origin } = location;
  return bare.startsWith(`${origin}/`) ? bare.slice(origin.length) : bare;
}
