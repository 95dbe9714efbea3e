import { isAllowedOrigin, type OriginRules } from '@sluice/filters';
import type { IncomingMessage } from 'node:http';
import { Rejection } from './answer.js';
import type { Sender } from './authenticate.js';
import { readHeader } from './readHeader.js';

/**
 * Returns the rejection of a request whose origin its key does not allow (protocol 5). 403 for a server key with an `Origin`,
 * which only browsers send; nothing else about the origin of a server key is checked. For a public key see {@link checkDomain}.
 */
export function checkOrigin(
  request: Pick<IncomingMessage, 'headers'>,
  { project, keyKind }: { readonly project: Pick<Sender['project'], 'origins'>; readonly keyKind: Sender['keyKind'] },
): Rejection | undefined {
  const origin = readHeader(request, 'origin');
  if (keyKind === 'public') return checkDomain(project.origins, origin, readHeader(request, 'referer'));
  if (origin === undefined) return undefined;
  const message =
    'A server key is a secret and was sent by a browser (the request has an Origin). Disable it, and use a public key in pages.';
  return new Rejection(403, 'server_key_in_browser', message);
}

/** Returns 403 unless `Origin`, or `Referer` without an `Origin`, matches an allowed domain (protocol 5). */
export function checkDomain(
  rules: OriginRules,
  origin: string | undefined,
  referer: string | undefined,
): Rejection | undefined {
  return isAllowedOrigin(rules, origin ?? referer)
    ? undefined
    : new Rejection(
        403,
        'origin_not_allowed',
        'The origin of this request is not among the allowed domains of the project.',
      );
}
