import type { IncomingMessage } from 'node:http';

const HOST = /^[a-z0-9.-]+(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i;

/**
 * Where the client reached the service: the configured address, else the host that it asked for. Only its own answers
 * show it, so that a wrong header misleads nobody else.
 */
export function baseUrlOf({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const { host = '' } = headers;
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
}
