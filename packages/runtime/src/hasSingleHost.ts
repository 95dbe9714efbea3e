import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has the `Host` headers that RFC 9112, section 3.2, requires: exactly one in HTTP/1.1, at most one in
 * HTTP/1.0. Other requests must get a 400: proxies that take different ones of two hosts can be played off against each
 * other.
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
