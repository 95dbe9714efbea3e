import type { QuietHours } from '@sluice/contract';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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
  return Number(hours) * 60 + Number(minutes);
};

/** 1 is Monday. */
const weekdayOf = (dayMs: number): number => new Date(dayMs).getUTCDay() || 7;

/** Reads and sets a clock on the wall of a time zone. Its times are milliseconds as if they were UTC. */
function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const wallOf = (ms: number): number => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  return {
    at: (ms: number): { readonly dayMs: number } => ({ dayMs: Math.floor(wallOf(ms) / DAY_MS) * DAY_MS }),
    /** The first moment at which the clock shows this time or a later one. */
    toUtc: (wallMs: number): number => {
      // Offsets before and after a change of the clock on that day; a change moves it by less than a day.
      const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((ms) => wallOf(ms) - ms);
      const moments = offsets.map((offset) => wallMs - offset).sort((a, b) => a - b);
      const exact = moments.find((ms) => wallOf(ms) === wallMs);
      return exact ?? firstAfter(wallOf, wallMs, moments);
    },
  };
}

/** The moment of the change that skips a time, to the minute: the clock shows an earlier time before, and a later one after it. */
function firstAfter(wallOf: (ms: number) => number, wallMs: number, [low = 0, high = 0]: readonly number[]): number {
  let [before, after] = [low - MINUTE_MS, high + MINUTE_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallOf(middle) < wallMs) before = middle;
    else after = middle;
  }
  return after;
}
