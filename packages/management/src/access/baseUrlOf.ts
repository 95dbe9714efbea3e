import { urlOf } from '@sluice/runtime';
import type { IncomingMessage } from 'node:http';

/** Names of containers may contain `_`. */
const HOST = /^[a-z0-9._-]+(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i;

/**
 * Base URL under which the client reached the service: the configured address, otherwise the requested host. It may appear only
 * in responses to the same client, so that a forged header affects only its sender: mails use `PUBLIC_URL`.
 */
export function baseUrlOf({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const { host = '' } = headers;
  const requested = `${scheme}://${host}`;
  // A port above 65535 and an address such as `[::::]` match the pattern, but are no URL.
  return HOST.test(host) && urlOf(requested) !== undefined ? requested : `${scheme}://localhost`;
}
