import { normalizeAddress, type Networks } from './networks.js';

/**
 * The client's address, shortest form: the peer's, unless the peer is a trusted proxy; then the right-most entry of
 * `X-Forwarded-For` that is not one. An entry that is no address ends the search at the proxy that wrote it.
 * @param peer as `peerAddress` gives it
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
