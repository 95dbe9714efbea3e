import { hourOf } from '@sluice/contract';
import type { QueueDepth } from '@sluice/queues';

/**
 * Returns the last UTC hour (hours since 1970) whose accepted events are stored: it ended at least `marginMs` ago, and
 * no queue contains a job published before its end plus the margin. The margin covers batches charged in the hour and
 * published soon after. Some are published later (from a spool, or sent again after a gateway died), so use it only for
 * values that are computed again, such as a month; it does not prove that no event of the hour is in progress.
 * @param now milliseconds since 1970, taken before the depths were read
 */
export function drainedThrough(depths: readonly QueueDepth[], now: number, marginMs: number): number {
  return hourOf(publishedSince(depths, now) - marginMs) - 1;
}

/** Returns the time (milliseconds since 1970) before which no queued job was published. @param now as above */
export function publishedSince(depths: readonly QueueDepth[], now: number): number {
  return now - Math.max(0, ...depths.map(({ oldestAgeMs }) => oldestAgeMs ?? 0));
}
