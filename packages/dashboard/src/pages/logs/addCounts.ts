import { barTimes } from '../../lib/barTimes';

/** A page of counts, as the API answers it. */
interface CountPage {
  readonly from: string;
  readonly to: string;
  /** Seconds. */
  readonly interval: number;
  readonly data: readonly { readonly time: string; readonly levels: Readonly<Record<string, number>> }[];
}

/** Counts of all pages together. */
export interface Counts {
  /** Starts of the intervals of the range, milliseconds. */
  readonly times: readonly number[];
  /** Milliseconds. */
  readonly step: number;
  /** Levels that occur, the most severe first, with a count for each time. */
  readonly levels: readonly { readonly level: string; readonly values: readonly number[] }[];
  readonly totals: Readonly<Record<string, number>>;
  readonly total: number;
}

const ORDER = ['fatal', 'error', 'warning', 'info', 'debug', 'trace'];
const rank = (level: string): number => (ORDER.includes(level) ? ORDER.indexOf(level) : ORDER.length);

/** Adds the pages of a histogram: each log is in one of them. A count of a time outside the range is left out. */
export function addCounts(pages: readonly CountPage[]): Counts {
  const [first] = pages;
  if (first === undefined) return { times: [], step: 0, levels: [], totals: {}, total: 0 };
  const step = first.interval * 1_000;
  const end = Date.parse(first.to);
  const times = barTimes(Date.parse(first.from), end, step);
  // A count need not begin with a bar: server and browser may know other rules of the reader's zone.
  const barOf = (time: number): number =>
    time > (times[0] ?? 0) - step && time < end
      ? Math.max(
          0,
          times.findLastIndex((start) => start <= time),
        )
      : -1;
  const values = new Map<string, number[]>();
  for (const { data } of pages)
    for (const { time, levels } of data) {
      const at = barOf(Date.parse(time));
      if (at === -1) continue;
      for (const [level, count] of Object.entries(levels)) {
        const column = values.get(level) ?? times.map(() => 0);
        values.set(level, column);
        column[at] = (column[at] ?? 0) + count;
      }
    }
  const sum = (column: readonly number[]): number => column.reduce((total, count) => total + count, 0);
  const totals = Object.fromEntries([...values].map(([level, column]) => [level, sum(column)]));
  return {
    times,
    step,
    levels: [...values]
      .map(([level, column]) => ({ level, values: column }))
      .sort((a, b) => rank(a.level) - rank(b.level) || (a.level < b.level ? -1 : 1)),
    totals,
    total: sum(Object.values(totals)),
  };
}
