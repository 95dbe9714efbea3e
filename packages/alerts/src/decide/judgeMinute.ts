import { MINUTE_MS } from '@sluice/contract';
import type { WindowCounts } from '../conditions/condition.js';
import { limitOf, seriesKind, type SeriesCondition } from '../conditions/conditions.js';
import type { MinuteVerdict } from './seriesState.js';

/** What is known about a minute besides its counts. */
export interface MinuteFacts {
  /** End of the minute, milliseconds since 1970. */
  readonly endMs: number;
  /** Events that arrived before this time are stored, except those of erased or dead-lettered ones. */
  readonly settledMs: number;
  /** Since when workers count what the condition watches. */
  readonly countedSinceMs: number;
}

/** A judged minute. `value`: `null` without data; of a 95th percentile the share of slower spans in percent. */
export interface JudgedMinute {
  readonly value: number | null;
  readonly verdict: MinuteVerdict;
}

/**
 * Returns whether the comparison of a condition holds at the end of a minute; `wait` if it cannot be known yet. Pure.
 *
 * | the window has                    | above                           | below                  |
 * |-----------------------------------|---------------------------------|------------------------|
 * | logs, or none (0)                 | compared                        | compared               |
 * | no root span, no value of a metric | does not hold                  | no verdict             |
 * | minutes before they were counted  | holds, or no verdict            | no verdict             |
 * | events that are not stored yet    | holds for a count, a share and a maximum; else wait | wait |
 *
 * The last row: further events let a count and a maximum only grow. A share may still fall, but waiting for a backlog to end
 * would hide what the stored part shows.
 */
export function judgeMinute(
  condition: SeriesCondition,
  counts: WindowCounts,
  facts: MinuteFacts,
): JudgedMinute | 'wait' {
  const kind = seriesKind(condition);
  const value = kind.valueOf(condition, counts);
  const holds = compare(condition, value);
  const isAbove = condition.direction === 'above';
  const isSettled = facts.endMs <= facts.settledMs;
  if (!isSettled && !(holds === true && isAbove && kind.canBeEarly(condition))) return 'wait';
  const isCounted =
    kind.reads === 'metrics' || facts.endMs - condition.windowMinutes * MINUTE_MS >= facts.countedSinceMs;
  if (!isCounted && !(holds === true && isAbove)) return { value, verdict: undefined };
  return { value, verdict: holds };
}

function compare(condition: SeriesCondition, value: number | null): MinuteVerdict {
  if (value === null) return condition.direction === 'above' ? false : undefined;
  const { threshold } = limitOf(condition);
  return condition.direction === 'above' ? value > threshold : value < threshold;
}
