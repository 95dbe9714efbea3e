import type { Client } from '../core/client.js';
import type { ExceptionPayload } from '../core/event.js';
import { eventOf } from '../core/eventOf.js';
import type { NodeOptions } from './nodeOptions.js';

/** Exceptions per second and fingerprint. */
const PER_SECOND = 10;
/** Burst in seconds of the rate. */
const BURST_MS = 10_000;
/** Maximum fingerprints that are counted separately; others share one count until some are idle. */
const MOST_FINGERPRINTS = 100;

/** Per fingerprint, until when (milliseconds since 1970) the rate is used up. */
const usedUntil = new Map<string, number>();

/**
 * Whether another exception may be sent: per fingerprint `exceptionsPerSecond`, with a burst of ten times as many. Refused
 * exceptions are reported to `onError`. The fingerprint is type and position of the newest frame, otherwise the message. At most
 * 101 fingerprints are counted, which bounds memory and the total.
 */
export function takeFromFingerprintLimit(client: Client, payload: ExceptionPayload): boolean {
  const { exceptionsPerSecond = PER_SECOND, transportOptions } = client.options as NodeOptions;
  if (isTaken(fingerprintOf(payload), 1_000 / exceptionsPerSecond)) return true;
  const error = Object.assign(new Error(`more than ${exceptionsPerSecond} a second of one kind`), {
    name: 'RateError',
  });
  client.guard(() => transportOptions?.onError?.(error, eventOf(client.options, { type: 'exception', payload })));
  return false;
}

function isTaken(fingerprint: string, everyMs: number): boolean {
  const now = Date.now();
  const most = now + BURST_MS;
  if (usedUntil.size >= MOST_FINGERPRINTS)
    for (const [key, until] of usedUntil) if (until <= now) usedUntil.delete(key);
  const key = usedUntil.size >= MOST_FINGERPRINTS && !usedUntil.has(fingerprint) ? '' : fingerprint;
  // A clock that was set back uses up at most one burst.
  const until = Math.min(Math.max(usedUntil.get(key) ?? 0, now), most);
  const isFree = until < most;
  usedUntil.set(key, isFree ? until + everyMs : until);
  return isFree;
}

const fingerprintOf = ({ type, message, frames }: ExceptionPayload): string =>
  JSON.stringify([type, frames?.[0] ?? message.slice(0, 200)]);
