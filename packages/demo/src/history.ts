import { HOUR_MS } from '@sluice/contract';

const DAY_HOURS = 24;

/** Visits by UTC hour of the day, relative to each other: quiet nights, a lunch break, and an evening peak. */
const BY_HOUR = [3, 2, 1, 1, 1, 2, 4, 7, 9, 10, 11, 13, 14, 12, 10, 10, 11, 13, 16, 19, 20, 17, 11, 6];

/** Traffic of Saturdays and Sundays compared with other days. */
const WEEKEND = 1.35;

/** How much more traffic the end has than the start: the season of presents begins. */
const GROWTH = 2.2;

/**
 * Returns a function from a share of the visits (0 to 1) to the time at which that share had happened, in milliseconds
 * since 1970, so that traffic follows the hours of the day. @param spanMs length of the history, which ends at `nowMs`
 */
export function createHistory(nowMs: number, spanMs: number): (share: number) => number {
  const from = nowMs - spanMs;
  const hours = Array.from({ length: Math.max(1, Math.ceil(spanMs / HOUR_MS)) }, (_, index) => from + index * HOUR_MS);
  const weights = hours.map((ms) => weightOf(ms) * (1 + GROWTH * ((ms - from) / spanMs) ** 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (share) => {
    let left = Math.min(Math.max(share, 0), 1) * total;
    for (const [index, weight] of weights.entries()) {
      if (left <= weight) return Math.min(nowMs, (hours[index] ?? from) + (left / weight) * HOUR_MS);
      left -= weight;
    }
    return nowMs;
  };
}

function weightOf(ms: number): number {
  const at = new Date(ms);
  const isWeekend = at.getUTCDay() % 6 === 0;
  return (BY_HOUR[at.getUTCHours() % DAY_HOURS] ?? 1) * (isWeekend ? WEEKEND : 1);
}
