import { HOUR_MS } from './hours.js';

/** Default of `MAX_EVENT_AGE_HOURS`, in milliseconds. */
export const DEFAULT_MAX_EVENT_AGE_MS = 24 * HOUR_MS;

/** When an event arrived at the gateway, and how long before that it may have happened. Milliseconds. */
export interface Arrival {
  readonly arrivalMs: number;
  /** Default {@link DEFAULT_MAX_EVENT_AGE_MS}. */
  readonly maxAgeMs?: number;
}

/**
 * Returns the time by which an event is ordered: the time that its client sent, unless that is further than `maxAgeMs`
 * before the arrival, or after it; then the arrival.
 *
 * Invariant: `arrivalMs - maxAgeMs <= orderingTime(…) <= arrivalMs`. No sighting, order of releases or length of a
 * recording depends on a client's time in another way, so a device with a wrong clock moves nothing beyond these bounds.
 */
export const orderingTime = (clientMs: number, { arrivalMs, maxAgeMs = DEFAULT_MAX_EVENT_AGE_MS }: Arrival): number =>
  clientMs >= arrivalMs - maxAgeMs ? Math.min(clientMs, arrivalMs) : arrivalMs;
