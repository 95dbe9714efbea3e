import { HOUR_MS, DAY_MS } from '@sluice/contract';
import { wallClock, type WallClock } from './wallClock.js';
import type { Range } from './wholeHours.js';

/** The bars of a chart. The lists have an entry for each bar. */
export interface Bars extends Range {
  /** Length of a bar, milliseconds; a day on which the clock changes is an hour longer or shorter. */
  readonly stepMs: number;
  /** Where each bar begins, milliseconds since 1970: for days, midnight in the zone. The first one may begin before the range. */
  readonly times: readonly number[];
  /** The first hour of the range in each bar: an hour belongs to the bar in which it begins. */
  readonly bounds: readonly number[];
}

/**
 * Returns the bars of a range of whole hours. Bars of an hour or more begin at midnight in the zone and in steps from there, shorter
 * ones divide the hours of the range. The bars cover the range exactly, so that they add up to its count.
 * @param zone IANA name of the reader's time zone
 */
export function barsOf(range: Range, stepMs: number, zone = 'UTC'): Bars {
  const { fromMs, toMs } = range;
  const starts = stepMs <= HOUR_MS ? stepsFrom(fromMs, toMs, stepMs) : stepsOfDays(range, stepMs, zone);
  const first = Math.max(0, starts.filter((ms) => ceilHour(ms, stepMs) <= fromMs).length - 1);
  const times = starts.slice(first).filter((ms) => ceilHour(ms, stepMs) < toMs || ms <= fromMs);
  const bounds = times.map((ms) => Math.max(ceilHour(ms, stepMs), fromMs));
  return { fromMs, toMs, stepMs, times, bounds };
}

const ceilHour = (ms: number, stepMs: number): number => (stepMs < HOUR_MS ? ms : Math.ceil(ms / HOUR_MS) * HOUR_MS);

const stepsFrom = (fromMs: number, toMs: number, stepMs: number): readonly number[] =>
  Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, index) => fromMs + index * stepMs);

const UTC: WallClock = { at: (ms) => ({ dayMs: Math.floor(ms / DAY_MS) * DAY_MS }), toUtc: (wallMs) => wallMs };

/** Steps from the last midnight before the range on; of a day, or parts or multiples of one. */
function stepsOfDays({ fromMs, toMs }: Range, stepMs: number, zone: string): readonly number[] {
  // Most requests name no zone; a clock on the wall costs 20 µs a day.
  const clock = zone === 'UTC' ? UTC : wallClock(zone);
  const days = Math.max(1, stepMs / DAY_MS);
  const starts: number[] = [];
  // Multiples of days begin at the same days, whatever the range.
  let dayMs = Math.floor(clock.at(fromMs).dayMs / (days * DAY_MS)) * days * DAY_MS;
  let ms = clock.toUtc(dayMs);
  while (ms < toMs) {
    dayMs += days * DAY_MS;
    const next = clock.toUtc(dayMs);
    const partMs = stepMs < DAY_MS ? stepMs : next - ms;
    for (let part = ms; part < next; part += partMs) starts.push(part);
    ms = next;
  }
  return starts;
}
