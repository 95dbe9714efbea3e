import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { bareHost, type AllowList } from './allowList.js';
import { isPublicAddress } from './isPublicAddress.js';
import { RequestRefusedError } from './requestRefusedError.js';

/** Returns all addresses of a name, as `dns.promises.lookup` with `all` does. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/**
 * Returns the addresses to which a request to `url` may connect: all of its host, each of which is public or allowed. Without TLS each
 * must be allowed. A name with one bad address among good ones is refused, because it is a mistake or an attack.
 * @throws RequestRefusedError
 */
export async function checkedAddresses(
  url: URL,
  allowList: AllowList,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> {
  const standardPort = PORTS[url.protocol];
  if (standardPort === undefined) throw new RequestRefusedError('the URL is not https');
  if (url.username !== '' || url.password !== '') throw new RequestRefusedError('the URL contains credentials');
  const host = bareHost(url.hostname);
  const port = url.port === '' ? standardPort : Number(url.port);
  // Node.js resolves no IP literal, so a check inside of its lookup would not see it.
  const family = isIP(host);
  const addresses = family === 0 ? await knownAddresses(host, resolve) : [{ address: host, family }];
  // Unknown and private names get the same sentence; otherwise destinations could probe the names of an internal network.
  const refusal = `${host} does not lead to a public address`;
  if (addresses.length === 0) throw new RequestRefusedError(refusal);
  for (const { address } of addresses) {
    if (allowList.allows(host, port, address)) continue;
    if (!isPublicAddress(address)) throw new RequestRefusedError(refusal);
    if (url.protocol !== 'https:') throw new RequestRefusedError('the URL is not https');
  }
  return addresses;
}

/** Returns the addresses of a name; none if it is not known. */
async function knownAddresses(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(host);
  } catch (err) {
    if (UNKNOWN.has((err as { readonly code?: string }).code ?? '')) return [];
    throw err;
  }
}

/** Codes of a resolver for a name without addresses. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);
