import { DAY_MS, HOUR_MS, MINUTE_MS, type QuietHours } from '@sluice/contract';
import { wallClock } from '@sluice/reading';

/**
 * Returns when quiet hours end that include a moment, milliseconds since 1970; `undefined` if none does. Times are of the clock on the wall
 * in their time zone: an end that is skipped by a change to summer time is the moment of the change, and one that occurs twice
 * is the first of the two.
 */
export function quietUntil({ timeZone, from, to, days }: QuietHours, nowMs: number): number | undefined {
  const clock = wallClock(timeZone);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const length = end > begin ? end - begin : end + DAY_MS / MINUTE_MS - begin;
  const today = clock.at(nowMs).dayMs;
  for (const dayMs of [today - DAY_MS, today]) {
    if (days !== undefined && !days.includes(weekdayOf(dayMs))) continue;
    const start = clock.toUtc(dayMs + begin * MINUTE_MS);
    const stop = clock.toUtc(dayMs + (begin + length) * MINUTE_MS);
    if (nowMs >= start && nowMs < stop) return stop;
  }
  return undefined;
}

/** Returns a moment, or the end of the quiet hours that include it. */
export const afterQuiet = (hours: QuietHours | null, ms: number): number =>
  (hours === null ? undefined : quietUntil(hours, ms)) ?? ms;

const minutesOf = (text: string): number => {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * (HOUR_MS / MINUTE_MS) + Number(minutes);
};

/** 1 is Monday. */
const weekdayOf = (dayMs: number): number => new Date(dayMs).getUTCDay() || 7;
