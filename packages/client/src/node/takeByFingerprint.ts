import type { Client } from '../core/client.js';
import type { ExceptionPayload } from '../core/event.js';
import { eventOf } from '../core/eventOf.js';
import type { NodeOptions } from './nodeOptions.js';

/** Exceptions a second of one fingerprint. */
const PER_SECOND = 10;
/** So much of the rate may come at once. */
const BURST_MS = 10_000;
/** Fingerprints that are counted apart; all others share one count, until some of these are idle. */
const MOST_FINGERPRINTS = 100;

/** Until when, by fingerprint, what was taken uses up the rate: milliseconds since 1970. */
const usedUntil = new Map<string, number>();

/**
 * Returns whether another exception may be sent: by fingerprint, `exceptionsPerSecond` with ten seconds' worth at once. An
 * exception that may not is reported to `onError`. The fingerprint is its type and the place of its newest frame, else its
 * message. All processes' memory for it is bounded: at most 101 fingerprints are counted, which is also the ceiling.
 */
export function takeByFingerprint(client: Client, payload: ExceptionPayload): boolean {
  const { exceptionsPerSecond = PER_SECOND, transportOptions } = client.options as NodeOptions;
  if (isTaken(fingerprintOf(payload), 1_000 / exceptionsPerSecond)) return true;
  const error = Object.assign(new Error(`more than ${exceptionsPerSecond} a second of one kind`), {
    name: 'RateError',
  });
  client.guard(() => transportOptions?.onError?.(error, eventOf(client.options, {}, { type: 'exception', payload })));
  return false;
}

function isTaken(fingerprint: string, everyMs: number): boolean {
  const now = Date.now();
  const most = now + BURST_MS;
  if (usedUntil.size >= MOST_FINGERPRINTS)
    for (const [key, until] of usedUntil) if (until <= now) usedUntil.delete(key);
  const key = usedUntil.size >= MOST_FINGERPRINTS && !usedUntil.has(fingerprint) ? '' : fingerprint;
  // A clock that was put back uses up no more than a burst.
  const until = Math.min(Math.max(usedUntil.get(key) ?? 0, now), most);
  const isFree = until < most;
  usedUntil.set(key, isFree ? until + everyMs : until);
  return isFree;
}

const fingerprintOf = ({ type, message, frames }: ExceptionPayload): string =>
  JSON.stringify([type, frames?.[0] ?? message.slice(0, 200)]);
