import { MINUTE_MS, DAY_MS } from '@sluice/contract';

/** A clock on the wall of a time zone. Its times are milliseconds as if they were UTC. */
export interface WallClock {
  /** The day that the clock shows at a moment: its midnight. */
  readonly at: (ms: number) => { readonly dayMs: number };
  /** The first moment at which the clock shows this time or a later one. */
  readonly toUtc: (wallMs: number) => number;
}

/** Returns the clock on the wall of a time zone. @throws RangeError for an unknown zone */
export function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const wallOf = (ms: number): number => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  return {
    at: (ms) => ({ dayMs: Math.floor(wallOf(ms) / DAY_MS) * DAY_MS }),
    toUtc: (wallMs) => {
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
