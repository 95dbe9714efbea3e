import type { RequestListener } from 'node:http';

/** A service that is served on the gateway's port where there is no proxy to tell them apart. */
export interface Guest {
  /** Its addresses: this one and everything below it. */
  readonly prefix: string;
  readonly handler: RequestListener;
}

/** Hands the requests for a guest's addresses to the guest, untouched, and all others to `own`. */
export function withGuests(own: RequestListener, guests: readonly Guest[]): RequestListener {
  return (request, response) => {
    const path = pathOf(request.url ?? '');
    const guest = guests.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
    (guest?.handler ?? own)(request, response);
  };
}

/** The path of a request's target, which may be a whole address (RFC 9112, absolute-form). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
