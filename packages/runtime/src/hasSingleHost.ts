import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has the `Host` headers that RFC 9112, section 3.2, requires: exactly one in HTTP/1.1, at most one
 * in HTTP/1.0. Other requests must get 400: if two proxies use different ones of two hosts, an attacker can exploit it.
 */
export function hasSingleHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const HOST = 'host';
