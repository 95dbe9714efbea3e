import { getClient } from '../core/client.js';
import type { BrowserOptions } from './browserOptions.js';

/**
 * The URL of the page, without a fragment that is not a route. `#/cart`, `#!/cart` and `#/search/q=shoes` are routes; `#top`,
 * `#access_token=…` and `#/access_token=…` are not. `pageOfUrl.ts` of `packages/db` has the same names, and both the same tests.
 */
// `document.URL` takes a tenth of the time of `location.href`.
export const shownAddress = (): string =>
  document.URL.replace(/#(?!!?(?![^?#]*(token|secret|password|\W(state|code))=)\/).*/gi, '');

/** Removes the query, a fragment that is not a route, and the query of one that is. */
export const withoutQuery = (address: string): string =>
  address.replace(/\?[^#]*|#(?!!?(?![^?#]*(token|secret|password|\W(state|code))=)\/).*/gi, '');

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
