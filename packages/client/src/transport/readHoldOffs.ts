import type { SluiceEvent } from '../core/event.js';

/** In `X-Service-Rate-Limits`; what follows a second colon does not matter. */
const GROUP = /(?:^|,)\s*(\d+)\s*(?:$|(?=,)|:([^:,]*))/g;
/** Of a 429 that does not say how long. */
const DEFAULT_SECONDS = 60;

/**
 * Tells what an answer holds off: `X-Service-Rate-Limits` of any answer (`<seconds>:<type>;<type>, <seconds>:<type>`; no
 * type is `all`; garbage is ignored), else `Retry-After` of a 429, for the types of its batch.
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

/** Seconds; of dates only those that HTTP prescribes: engines find a date in nearly any text. */
function readRetryAfter(text: string): number {
  if (/^\d+$/.test(text)) return +text;
  return (/GMT$/.test(text) && (Date.parse(text) - Date.now()) / 1000) || DEFAULT_SECONDS;
}
