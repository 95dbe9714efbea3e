import type { IncomingMessage, RequestListener } from 'node:http';

/** A service that is served on the gateway's port where there is no proxy to tell them apart. */
export interface Guest {
  /** Paths that are its addresses. */
  readonly addresses: RegExp;
  readonly handler: RequestListener;
  /** Milliseconds that a whole request to it may take to arrive, where that is more than usual. */
  readonly requestTimeoutMs?: number;
}

/** The first guest whose addresses a request's target is among. */
export function guestOf(guests: readonly Guest[], { url = '' }: Pick<IncomingMessage, 'url'>): Guest | undefined {
  if (guests.length === 0) return undefined;
  const path = pathOf(url);
  return guests.find(({ addresses }) => addresses.test(path));
}

/** The path of a request's target, which may be a whole address (RFC 9112, absolute-form). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
