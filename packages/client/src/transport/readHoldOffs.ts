import type { SluiceEvent } from '../core/event.js';

/** A group in `X-Service-Rate-Limits`; text after a second colon is ignored. */
const GROUP = /(?:^|,)\s*(\d+)\s*(?:$|(?=,)|:([^:,]*))/g;
/** Hold-off of a 429 without a duration. */
const DEFAULT_SECONDS = 60;

/**
 * Reads the hold-offs of a response: `X-Service-Rate-Limits` of any response (`<seconds>:<type>;<type>, <seconds>:<type>`; no
 * type is `all`; garbage is ignored), otherwise `Retry-After` of a 429, for the types of its batch.
 */
export function readHoldOffs(
  { status, headers }: Response,
  events: readonly SluiceEvent[],
  hold: (type: string, seconds: number) => void,
): void {
  let isBare = status === 429;
  for (const [, seconds, list = ''] of (headers.get('X-Service-Rate-Limits') ?? '').matchAll(GROUP)) {
    isBare = false;
    for (const type of list.match(/[^\s;]+/g) ?? ['all']) hold(type, +(seconds as string));
  }
  if (isBare) for (const { type } of events) hold(type, readRetryAfter(headers.get('Retry-After') ?? ''));
}

/** Seconds, or an HTTP date; other dates are ignored, because engines parse nearly any text. */
function readRetryAfter(text: string): number {
  if (/^\d+$/.test(text)) return +text;
  return (/GMT$/.test(text) && (Date.parse(text) - Date.now()) / 1000) || DEFAULT_SECONDS;
}
