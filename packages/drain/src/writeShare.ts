import { PROMPT_TYPES } from '@sluice/contract';
import type { BacklogWaits } from '@sluice/redis';

/** A worker that yields still writes for a tenth of its time, so that its queue moves. */
export const LEAST_SHARE = 0.1;
/** What the share gains per reading. */
const STEP = 0.1;

/**
 * Returns the next share of its time in which a worker writes that yields to exceptions and logs, {@link LEAST_SHARE} to 1. Pure.
 *
 * | the longer wait of the two     | share                          |
 * |--------------------------------|--------------------------------|
 * | above `limitMs`                | half of it, but at least 0.1   |
 * | below half of it, or not known | 0.1 more, but at most 1        |
 * | between                        | as before                      |
 */
export function nextWriteShare(share: number, waits: BacklogWaits | undefined, limitMs: number): number {
  const longestMs = waits === undefined ? 0 : Math.max(...PROMPT_TYPES.map((type) => waits[type]));
  if (longestMs > limitMs) return Math.max(LEAST_SHARE, share / 2);
  return longestMs < limitMs / 2 ? Math.min(1, share + STEP) : share;
}
