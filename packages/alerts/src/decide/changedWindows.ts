import { MINUTE_MS } from '@sluice/contract';

/** Events of a minute. */
export interface MinuteCount {
  readonly minuteMs: number;
  readonly count: number;
}

/** Events of a window. */
export interface EventWindow {
  /** Start of its first minute, milliseconds since 1970. */
  readonly fromMs: number;
  /** End of its last minute. */
  readonly toMs: number;
  readonly count: number;
}

/** Returns the windows of so many minutes that end with a minute which has events, and after `sinceMs`, in order. Pure. */
export function changedWindows(
  minutes: readonly MinuteCount[],
  windowMinutes: number,
  sinceMs: number,
): readonly EventWindow[] {
  const totals = new Map<number, number>();
  for (const { minuteMs, count } of minutes) totals.set(minuteMs, count + (totals.get(minuteMs) ?? 0));
  const sorted = [...totals].map(([minuteMs, count]) => ({ minuteMs, count })).sort((a, b) => a.minuteMs - b.minuteMs);
  const windows: EventWindow[] = [];
  let [first, count] = [0, 0];
  for (const minute of sorted) {
    count += minute.count;
    const toMs = minute.minuteMs + MINUTE_MS;
    const fromMs = toMs - windowMinutes * MINUTE_MS;
    for (let oldest = sorted[first]; oldest !== undefined && oldest.minuteMs < fromMs; oldest = sorted[first]) {
      count -= oldest.count;
      first += 1;
    }
    if (toMs > sinceMs) windows.push({ fromMs, toMs, count });
  }
  return windows;
}
