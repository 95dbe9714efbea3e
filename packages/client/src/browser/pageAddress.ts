import { getClient } from '../core/client.js';
import type { BrowserOptions } from './browserOptions.js';

/** What the page shows: its address without a fragment that is no route (`#/cart`, `#!/cart`), but a place on the page. */
// `document.URL` takes a tenth of the time of `location.href`.
export const shownAddress = (): string => document.URL.replace(/#(?!!?\/).*/, '');

/** An address without what may hold secrets: its query, a fragment that is no route, and the query of one that is. */
export const withoutQuery = (address: string): string => address.replace(/\?[^#]*|#(?!!?\/).*/g, '');

/** An address as it may be told: with its query only where the program says so. */
export const toldAddress = (address: string): string =>
  (getClient() as { options: BrowserOptions } | undefined)?.options.sendUrlQuery ? address : withoutQuery(address);

/** The page's address, as it may be told. */
export const pageAddress = (): string => toldAddress(shownAddress());

/** An address without its query, and of the page's own origin only the path: a name that many visits share. */
export function pathOf(address: string): string {
  const bare = withoutQuery(address);
  const { origin } = location;
  return bare.startsWith(`${origin}/`) ? bare.slice(origin.length) : bare;
}
