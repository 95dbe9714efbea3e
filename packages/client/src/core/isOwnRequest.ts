import type { Client } from './options.js';

/**
 * Whether a request belongs to the SDK: it goes to the transport's `endpoint` or below it, or the transport makes it
 * in a call or in a timer that the call starts. Of a custom transport without an endpoint, all requests while a promise of its
 * `send` is pending: its own cannot be told from others.
 *
 * @param base base URL of a relative endpoint
 */
export function isOwnRequest({ endpoint, isSending }: Client, { origin, pathname }: URL, base?: string): boolean {
  if (isSending()) return true;
  if (!endpoint) return false;
  try {
    const own = new URL(endpoint, base);
    return own.origin === origin && `${pathname}/`.startsWith(own.pathname.replace(/\/?$/, '/'));
  } catch {
    // Relative without a page: no request can go there.
    return false;
  }
}
