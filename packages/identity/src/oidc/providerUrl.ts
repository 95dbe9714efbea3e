import { parseUrl } from '@sluice/runtime';

/** As `URL` writes the names and addresses of this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether nobody on the way can change what a provider answers: TLS, or this machine. */
export const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

/** Returns the issuer unchanged. @throws Error unless it has TLS or is on this machine */
export function parseIssuer(value: string): string {
  if (isProtected(new URL(parseUrl(value, ['https', 'http'])))) return value;
  throw new Error(
    'must begin with https://, because whoever is between here and the provider could sign in as anyone; http:// works only for localhost, 127.0.0.0/8 and [::1]',
  );
}
