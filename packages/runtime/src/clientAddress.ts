import { normalizeAddress, type Networks } from './networks.js';

/**
 * Returns the address of the client, normalized: the peer's, or, if the peer is a trusted proxy, the right-most entry
 * of `X-Forwarded-For` that is not a trusted proxy. An entry that is not an address ends the search at the proxy that
 * added it.
 * @param peer as `peerAddress` returns it
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: Networks): string {
  let address = peer;
  const entries = (forwardedFor ?? '').split(',');
  while (trusted.contain(address) && entries.length > 0) {
    const next = normalizeAddress(entries.pop() ?? '');
    if (next === undefined) break;
    address = next;
  }
  return address;
}
