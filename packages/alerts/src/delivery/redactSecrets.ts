import type { DestinationSecrets } from '@sluice/contract';

/** Shorter parts of an address are words such as `hooks`, not secrets. */
const SHORTEST_PART = 8;

/** Returns text of a receiver or an error without the secrets of the destination, which some receivers repeat. */
export function redactSecrets(text: string, secrets: DestinationSecrets): string {
  let redacted = text;
  // Long ones first: a part may be in the whole.
  const parts = secretParts(secrets).sort((a, b) => b.length - a.length);
  for (const part of parts) redacted = redacted.replaceAll(part, '…');
  return redacted;
}

function secretParts({ url, token, signingSecrets = [] }: DestinationSecrets): string[] {
  const whole = [token, ...signingSecrets].filter((part) => part !== undefined && part !== '') as string[];
  if (url === undefined || !URL.canParse(url)) return whole;
  const { href, pathname, search, searchParams } = new URL(url);
  const pieces = [...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= SHORTEST_PART);
  const places = [url, href, `${pathname}${search}`].filter((part) => part.length >= SHORTEST_PART);
  return [...whole, ...places, ...pieces, ...pieces.map(encodeURIComponent)];
}
