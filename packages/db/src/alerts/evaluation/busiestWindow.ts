import { MINUTE_MS } from './seriesState.js';

/** Events of a minute. */
export interface MinuteCount {
  readonly minuteMs: number;
  readonly count: number;
}

/** Events of a window. */
export interface BusiestWindow {
  /** Start of its first minute, milliseconds since 1970. */
  readonly fromMs: number;
  /** End of its last minute. */
  readonly toMs: number;
  readonly count: number;
}

/**
 * Returns the window of so many minutes with the most events; of equal ones the last. Only windows that end with a minute which
 * has events and ends after `sinceMs`. Pure.
 */
export function busiestWindow(
  minutes: readonly MinuteCount[],
  windowMinutes: number,
  sinceMs: number,
): BusiestWindow | undefined {
  const sorted = [...minutes].sort((a, b) => a.minuteMs - b.minuteMs);
  let [busiest, first, count]: [BusiestWindow | undefined, number, number] = [undefined, 0, 0];
  for (const minute of sorted) {
    count += minute.count;
    const toMs = minute.minuteMs + MINUTE_MS;
    const fromMs = toMs - windowMinutes * MINUTE_MS;
    for (let oldest = sorted[first]; oldest !== undefined && oldest.minuteMs < fromMs; oldest = sorted[first]) {
      count -= oldest.count;
      first += 1;
    }
    if (toMs > sinceMs && count >= (busiest?.count ?? 0)) busiest = { fromMs, toMs, count };
  }
  return busiest;
}
