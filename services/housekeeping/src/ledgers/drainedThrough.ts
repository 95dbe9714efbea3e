import { hourOf } from '@sluice/contract';
import type { QueueDepth } from '@sluice/queues';

/**
 * The last UTC hour (hours since 1970) whose accepted events are all stored: it ended at least `marginMs` ago, and no
 * queue holds a job that was published before its end and the margin. The margin covers batches that were charged in
 * the hour and published after it. @param now milliseconds since 1970, taken before the depths were read
 */
export function drainedThrough(depths: readonly QueueDepth[], now: number, marginMs: number): number {
  const oldest = Math.max(0, ...depths.map(({ oldestAgeMs }) => oldestAgeMs ?? 0));
  return hourOf(now - oldest - marginMs) - 1;
}
