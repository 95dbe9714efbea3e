import { PROMPT_TYPES } from '@sluice/contract';
import type { BacklogAges } from '@sluice/redis';

/** How much of its time a worker writes, and the ages by which it was decided. */
export interface WriteShare {
  /** {@link LEAST_SHARE} to 1. */
  readonly share: number;
  readonly last: BacklogAges | undefined;
  /** For how long the oldest job of a type has not been finished, in milliseconds, as far as it was watched. */
  readonly stuckMs: Readonly<Record<string, number>>;
}

/** A worker that yields still writes a tenth of its time, so that its queue moves. */
export const LEAST_SHARE = 0.1;
/** What the share gains per reading while nobody waits long. */
const STEP = 0.1;
/** An oldest job that is not finished for so long is not waiting for PostgreSQL: yielding to it would be in vain. */
const STUCK_MS = 10_000;
/** An age that grows by this share of the time belongs to a job that is not finished. */
const STUCK_GROWTH = 0.9;

/** The share of a worker that has read no ages. */
export const FULL_SHARE: WriteShare = { share: 1, last: undefined, stuckMs: {} };

/**
 * Returns the next share of a worker that yields. Pure.
 *
 * | the longest wait                      | share                              |
 * |---------------------------------------|------------------------------------|
 * | above `limitMs`                       | halved, to a tenth at least        |
 * | below half of it, or not known        | a tenth more, to 1 at most         |
 * | between                               | as before                          |
 *
 * A type whose oldest job has not been finished for ten seconds does not count: its workers are down, or the job cannot be
 * stored.
 * @param read the latest ages; the same again changes nothing
 */
export function nextWriteShare(before: WriteShare, read: BacklogAges | undefined, limitMs: number): WriteShare {
  if (read === undefined) return { share: more(before.share), last: undefined, stuckMs: {} };
  if (read.atMs === before.last?.atMs) return before;
  const stuckMs = Object.fromEntries(PROMPT_TYPES.map((type) => [type, stuckFor(before, read, type)]));
  const waits = PROMPT_TYPES.map((type) => ((stuckMs[type] ?? 0) >= STUCK_MS ? 0 : read.ages[type]));
  return { share: shareAt(Math.max(...waits), before.share, limitMs), last: read, stuckMs };
}

function shareAt(ageMs: number, share: number, limitMs: number): number {
  if (ageMs > limitMs) return Math.max(LEAST_SHARE, share / 2);
  return ageMs < limitMs / 2 ? more(share) : share;
}

const more = (share: number): number => Math.min(1, share + STEP);

function stuckFor({ last, stuckMs }: WriteShare, read: BacklogAges, type: keyof BacklogAges['ages']): number {
  if (last === undefined) return 0;
  const passedMs = read.atMs - last.atMs;
  // Clocks of several monitors differ.
  const isStuck = passedMs > 0 && read.ages[type] - last.ages[type] >= STUCK_GROWTH * passedMs;
  return isStuck ? (stuckMs[type] ?? 0) + passedMs : 0;
}
