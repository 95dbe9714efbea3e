import { HOUR_MS } from '@sluice/contract';

const SECOND_MS = 1_000;
const LONGEST_MS = 24 * HOUR_MS;

/** Delays before the second, third, … attempt in seconds. Together two days: a receiver may be away for a weekend's night. */
const DELAYS_S = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400];

/** Share by which a delay may be shorter or longer, so that messages of an outage do not come back all at once. */
const JITTER = 0.2;

/**
 * Returns how long to wait after an attempt failed, in milliseconds; `undefined` if there is no further one.
 * @param attempt from 1
 * @param random at least 0, below 1
 * @param retryAfterMs what the receiver asked for; respected up to 24 hours
 */
export function retryDelay(attempt: number, random: number, retryAfterMs = 0): number | undefined {
  const seconds = DELAYS_S[attempt - 1];
  if (seconds === undefined) return undefined;
  const delay = seconds * SECOND_MS * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(delay, Math.min(retryAfterMs, LONGEST_MS)));
}
