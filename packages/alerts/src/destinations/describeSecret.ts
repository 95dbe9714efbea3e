import type { DestinationSecrets } from '@sluice/contract';
import { urlOf } from '@sluice/runtime';

/** Returns what may be shown of a destination's secrets: the host of the URL, or that a token is set; `null` if there is none. */
export function describeSecret({ url, token }: DestinationSecrets): string | null {
  if (url !== undefined) return urlOf(url)?.host ?? 'set';
  return token === undefined ? null : 'set';
}
