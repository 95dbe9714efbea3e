import { HOUR_MS, DAY_MS } from './durations';

const ceilHour = (time: number): number => Math.ceil(time / HOUR_MS) * HOUR_MS;

/**
 * Returns where the bars of a range begin, as the server divides it: the range is widened to whole hours; bars above an hour begin at
 * midnight in the reader's zone and in steps from there; an hour belongs to the bar in which it begins.
 * @param step length of a bar, milliseconds
 */
export function barTimes(from: number, to: number, step: number): readonly number[] {
  if (step <= HOUR_MS) {
    const first = Math.floor(from / step) * step;
    return Array.from({ length: Math.max(1, Math.ceil((to - first) / step)) }, (_, index) => first + index * step);
  }
  const hours = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to: ceilHour(to) };
  const starts = midnights(hours, Math.max(1, step / DAY_MS)).flatMap((start, index, days) =>
    step >= DAY_MS ? [start] : partsOf(start, days[index + 1] ?? start + DAY_MS, step),
  );
  const first = Math.max(
    0,
    starts.findLastIndex((time) => ceilHour(time) <= hours.from),
  );
  return starts.slice(first).filter((time) => ceilHour(time) < hours.to || time <= hours.from);
}

/** Midnights in the reader's zone, `days` apart, from the last one before the range to the first one after it. */
function midnights({ from, to }: { readonly from: number; readonly to: number }, days: number): readonly number[] {
  const at = new Date(from);
  const today = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS;
  const times: number[] = [];
  for (let day = Math.floor(today / days) * days; (times.at(-1) ?? 0) < to; day += days) {
    const date = new Date(day * DAY_MS);
    times.push(new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime());
  }
  return times;
}

const partsOf = (start: number, end: number, step: number): readonly number[] =>
  Array.from({ length: Math.ceil((end - start) / step) }, (_, index) => start + index * step);
