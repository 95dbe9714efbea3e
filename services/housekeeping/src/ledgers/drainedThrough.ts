import { hourOf } from '@sluice/contract';
import type { QueueDepth } from '@sluice/queues';

/**
 * The last UTC hour (hours since 1970) whose accepted events are stored: it ended at least `marginMs` ago, and no queue
 * holds a job that was published before its end and the margin. The margin covers batches that were charged in the hour
 * and published soon after it. A few are published later (out of a spool, or sent again after a gateway died), so that this is
 * good for what is counted again, as a month is, and no proof that nothing of the hour is under way.
 * @param now milliseconds since 1970, taken before the depths were read
 */
export function drainedThrough(depths: readonly QueueDepth[], now: number, marginMs: number): number {
  return hourOf(publishedSince(depths, now) - marginMs) - 1;
}

/** No queue holds a job that was published before this, milliseconds since 1970. @param now as above */
export function publishedSince(depths: readonly QueueDepth[], now: number): number {
  return now - Math.max(0, ...depths.map(({ oldestAgeMs }) => oldestAgeMs ?? 0));
}
