import { parseNetworks } from '@sluice/runtime';

/** Receivers outside of the public internet that an operator allows, also without TLS. */
export interface AllowList {
  /** @param address as a resolver returns it */
  readonly allows: (host: string, port: number, address: string) => boolean;
  /** Whether a name may be allowed once it is resolved: it is listed, or addresses are. */
  readonly mayAllow: (host: string, port: number) => boolean;
  /** Entries that are neither an address, nor a CIDR block, nor `host:port`. */
  readonly rejected: readonly string[];
}

const HOST_PORT = /^(\[[^\]]+\]|[^:/\s]+):(\d{1,5})$/;
const LAST_PORT = 65_535;

/**
 * Parses entries: an address or CIDR block allows every receiver in it, `host:port` the one receiver of that name, whatever it
 * resolves to.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const receivers = new Set<string>();
  const others: string[] = [];
  const rejected: string[] = [];
  for (const entry of entries.map((text) => text.trim()).filter((text) => text !== '')) {
    const [, host = '', port] = HOST_PORT.exec(entry) ?? [];
    if (port === undefined) others.push(entry);
    else if (Number(port) >= 1 && Number(port) <= LAST_PORT) receivers.add(`${bareHost(host)}:${Number(port)}`);
    else rejected.push(entry);
  }
  const networks = parseNetworks(others);
  return {
    rejected: [...networks.rejected, ...rejected],
    mayAllow: (host, port) => others.length > networks.rejected.length || receivers.has(`${bareHost(host)}:${port}`),
    allows: (host, port, address) => networks.contain(address) || receivers.has(`${bareHost(host)}:${port}`),
  };
}

/** Returns the name or address of a host as it is compared: lower case, without brackets and the dot of the root. */
export const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
