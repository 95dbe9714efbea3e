import type { DestinationSecrets } from '@sluice/contract';
import { urlOf } from '@sluice/runtime';

/** Shorter parts of a path are words such as `hooks`, not secrets. */
const SHORTEST_PART = 8;
/** Shorter values of a query are switches such as `v=1`. */
const SHORTEST_VALUE = 4;

/** The secrets of a destination, and the topic of ntfy: a public topic can be read by everyone who knows it. */
type HiddenParts = DestinationSecrets & { readonly topic?: string | undefined };

/** Returns text of a receiver or an error without the secrets of the destination, which some receivers repeat. */
export function redactSecrets(text: string, secrets: HiddenParts): string {
  let redacted = text;
  // Long ones first: a part may be in the whole.
  const parts = secretParts(secrets).sort((a, b) => b.length - a.length);
  for (const part of parts.flatMap(writings)) redacted = redacted.replaceAll(part, '…');
  return redacted;
}

/** A text, and its forms within JSON: some servers escape the slash. */
const writings = (part: string): readonly string[] => {
  const json = JSON.stringify(part).slice(1, -1);
  return [json.replaceAll('/', String.raw`\/`), json, part];
};

function secretParts({ url, token, topic, signingSecrets = [] }: HiddenParts): string[] {
  const whole = [token, topic, ...signingSecrets].filter((part) => part !== undefined && part !== '') as string[];
  const parsed = urlOf(url ?? '');
  if (url === undefined || parsed === undefined) return whole;
  const { href, pathname, search, searchParams } = parsed;
  const pieces = [
    ...pathname.split('/').filter((part) => part.length >= SHORTEST_PART),
    ...[...searchParams.values()].filter((part) => part.length >= SHORTEST_VALUE),
  ];
  const places = [url, href, `${pathname}${search}`].filter((part) => part.length >= SHORTEST_PART);
  return [...whole, ...places, ...pieces, ...pieces.map(encodeURIComponent)];
}
