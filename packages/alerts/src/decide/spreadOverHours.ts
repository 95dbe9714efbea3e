import { HOUR_MS, type QuietHours } from '@sluice/contract';
import { afterQuiet } from './quietUntil.js';

/** What the times of messages depend on. Times are in milliseconds since 1970. */
interface HourlyBudget {
  /** Messages of an hour. */
  readonly limit: number;
  /** What hours have granted already, by their begin. */
  readonly granted: ReadonlyMap<number, number>;
  readonly quietHours: QuietHours | null;
  readonly nowMs: number;
}

/** Returns when each of `count` messages is due, the earliest first: as soon as the hourly limit and quiet hours allow. */
export function spreadOverHours(count: number, { limit, granted, quietHours, nowMs }: HourlyBudget): readonly number[] {
  const taken = new Map(granted);
  const times: number[] = [];
  let ms = afterQuiet(quietHours, nowMs);
  while (times.length < count) {
    const hour = hourOf(ms);
    const inHour = taken.get(hour) ?? 0;
    if (inHour < Math.max(1, limit)) {
      taken.set(hour, inHour + 1);
      times.push(ms);
    } else ms = afterQuiet(quietHours, hour + HOUR_MS);
  }
  return times;
}

/** Returns the begin of the UTC hour of a time. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
