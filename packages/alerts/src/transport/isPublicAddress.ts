import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Addresses that look public and are not: the platform of Azure, which answers inside of virtual machines. */
const PLATFORM = new Set(['168.63.129.16']);

/** The part of IPv6 that is assigned for global use. ipaddr.js calls everything else that it does not know `unicast`, too. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Translated to the IPv4 address in the last 32 bits; all of the internet for a network without IPv4. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const IPV4_BYTES = 4;
/** IPv4-compatible addresses are deprecated. ipaddr.js reads this notation of them as IPv4-mapped. */
const COMPATIBLE = /^[0:]*:\d+\./;

/**
 * Whether an address belongs to the public internet, and not to a machine, a private network, a provider's inner services or a
 * reserved block. Of an IPv6 address that is translated to IPv4, the IPv4 address decides; tunnels (6to4, Teredo) are not public.
 * @param text in the usual notation, as resolvers and `URL` return it; everything else is not public
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%') || COMPATIBLE.test(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !PLATFORM.has(address.toString());
  if (!(address instanceof ipaddr.IPv6)) return false;
  if (address.isIPv4MappedAddress()) return isPublicAddress(address.toIPv4Address().toString());
  if (address.match(NAT64)) return isPublicAddress(address.toByteArray().slice(-IPV4_BYTES).join('.'));
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}
