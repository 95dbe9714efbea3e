import type { SeriesCondition } from '@sluice/contract';
import { quantile, type Sketch } from '@sluice/sketch';
import { MINUTE_MS, type MinuteVerdict } from './seriesState.js';

/** What was counted in the window that ends with a minute. */
export interface WindowCounts {
  readonly count: number;
  /** Of watched spans: longer than the threshold, or with an error. */
  readonly over: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Rows of `alert_minutes` that were summed. */
  readonly rows: number;
  /** Only for percentiles of metrics. */
  readonly sketch?: Sketch;
}

const EMPTY_SKETCH: Sketch = new Map();

/** A window without events. */
export const EMPTY_WINDOW: WindowCounts = { count: 0, over: 0, sum: 0, min: 0, max: 0, rows: 0 };

/** What is known about a minute besides its counts. */
export interface MinuteFacts {
  /** End of the minute, milliseconds since 1970. */
  readonly endMs: number;
  /** Events that arrived before this time are stored, except those of erased or dead-lettered ones. */
  readonly settledMs: number;
  /** Since when workers count what the condition watches. */
  readonly countedSinceMs: number;
}

/** Share of slower spans at which a 95th percentile equals its threshold, in percent. */
const SLOWEST_PERCENT = 5;

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
  const value = valueOf(condition, counts);
  const holds = compare(condition, value);
  const isAbove = condition.direction === 'above';
  const isSettled = facts.endMs <= facts.settledMs;
  if (!isSettled && !(holds === true && isAbove && canBeEarly(condition))) return 'wait';
  const isCounted =
    condition.kind === 'metric' || facts.endMs - condition.windowMinutes * MINUTE_MS >= facts.countedSinceMs;
  if (!isCounted && !(holds === true && isAbove)) return { value, verdict: undefined };
  return { value, verdict: holds };
}

const canBeEarly = (condition: SeriesCondition): boolean =>
  condition.kind !== 'metric' || condition.statistic === 'count' || condition.statistic === 'max';

function compare(condition: SeriesCondition, value: number | null): MinuteVerdict {
  if (value === null) return condition.direction === 'above' ? false : undefined;
  const threshold = isPercentile(condition) ? SLOWEST_PERCENT : condition.threshold;
  return condition.direction === 'above' ? value > threshold : value < threshold;
}

const isPercentile = (condition: SeriesCondition): boolean =>
  condition.kind === 'endpoint' && condition.measure === 'p95';

function valueOf(condition: SeriesCondition, counts: WindowCounts): number | null {
  const { count, over, sum, min, max, sketch } = counts;
  if (condition.kind === 'log_rate') return count;
  if (count === 0) return null;
  if (condition.kind === 'endpoint') return (100 * over) / count;
  switch (condition.statistic) {
    case 'count':
      return count;
    case 'sum':
      return sum;
    case 'avg':
      return sum / count;
    case 'min':
      return min;
    case 'max':
      return max;
    default:
      return quantile(sketch ?? EMPTY_SKETCH, Number(condition.statistic.slice(1)) / 100, { min, max }) ?? null;
  }
}
