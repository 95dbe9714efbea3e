import ipaddr from 'ipaddr.js';
import { isIPv4 } from 'node:net';

type Address = ReturnType<typeof ipaddr.process>;
type Network = readonly [Address, number];

/** A set of addresses and CIDR blocks of both families. */
export interface Networks {
  /** Whether one of them contains an address. @param address as {@link normalizeAddress} returns it */
  readonly contain: (address: string) => boolean;
  /** The entries that are neither an address nor a block. */
  readonly rejected: readonly string[];
}

/** Parses addresses and CIDR blocks. An IPv4-mapped block of at least 96 bits counts as the IPv4 block in it. */
export function parseNetworks(entries: readonly string[]): Networks {
  const networks: Network[] = [];
  const rejected: string[] = [];
  for (const entry of entries) {
    const network = parseNetwork(entry.trim());
    if (network === undefined) rejected.push(entry);
    else networks.push(network);
  }
  return {
    rejected,
    contain: (text) => {
      if (networks.length === 0 || !ipaddr.isValid(text)) return false;
      const address = ipaddr.process(text);
      return networks.some(([base, bits]) => inNetwork(address, base, bits));
    },
  };
}

/**
 * Returns an address in its shortest form: without port, brackets and zone, IPv4-mapped IPv6 as IPv4. `undefined` if
 * the text is not an address.
 */
export function normalizeAddress(text: string): string | undefined {
  // Fast path for almost all addresses.
  if (isIPv4(text)) return text;
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text.trim())?.[1] ?? text.trim().replace(/^([\d.]+):\d{1,5}$/, '$1');
  const address = bare.replace(/%.*$/s, '');
  const valid = ipaddr.IPv4.isValidFourPartDecimal(address) || (address.includes(':') && ipaddr.IPv6.isValid(address));
  return valid ? ipaddr.process(address).toString() : undefined;
}

const IPV6_NETWORK_BYTES = 8;

/**
 * Returns the part of an address that identifies a subscriber: an IPv4 address, or the 64-bit network of an IPv6
 * address, which providers assign as a whole.
 */
export function subscriberNetwork(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  return Buffer.from(ipaddr.parse(address).toByteArray().slice(0, IPV6_NETWORK_BYTES)).toString('hex');
}

const TRUNCATED_BITS = { ipv4: 24, ipv6: 48 } as const;

/** Returns the network of an address, with zeros for the rest: 24 bits of IPv4, 48 bits of IPv6. Empty if it is not an address. */
export function truncateAddress(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return ipaddr.fromByteArray(bytes.fill(0, TRUNCATED_BITS[parsed.kind()] / 8)).toString();
}

/** Splits a comma-separated list of addresses and CIDR blocks. @throws Error if an entry is neither */
export function networkList(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const { rejected } = parseNetworks(entries);
  if (rejected.length > 0) throw new Error(`not an address or CIDR block: ${rejected.join(', ')}`);
  return entries;
}

function parseNetwork(entry: string): Network | undefined {
  try {
    const slash = entry.indexOf('/');
    const address = normalizeAddress(slash === -1 ? entry : entry.slice(0, slash));
    if (address === undefined) return undefined;
    const base = ipaddr.parse(address);
    const width = base.kind() === 'ipv4' ? 32 : 128;
    if (slash === -1) return [base, width];
    const digits = entry.slice(slash + 1);
    if (!/^\d{1,3}$/.test(digits)) return undefined;
    const mapped = base.kind() === 'ipv4' && entry.includes(':');
    const bits = Number(digits) - (mapped ? 96 : 0);
    return bits < 0 || bits > width ? undefined : [base, bits];
  } catch {
    return undefined;
  }
}

function inNetwork(address: Address, base: Address, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}
