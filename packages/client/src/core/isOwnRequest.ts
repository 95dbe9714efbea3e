import type { Client } from './options.js';

/**
 * Whether a request is the SDK's own: it goes to the transport's `endpoint` or below it, whatever its query is, or the transport makes it
 * before it returns. Of a transport of the program's own that asks later, and tells no endpoint, nobody can know.
 *
 * @param base what an endpoint without a host is relative to
 */
export function isOwnRequest({ endpoint, isSending }: Client, { origin, pathname }: URL, base?: string): boolean {
  if (isSending()) return true;
  if (!endpoint) return false;
  try {
    const own = new URL(endpoint, base);
    return own.origin === origin && `${pathname}/`.startsWith(own.pathname.replace(/\/?$/, '/'));
  } catch {
    // Relative, where there is no page: nobody can send there either.
    return false;
  }
}
