import type { ResponseOf } from '../../api/callApi';
import type { ChartData } from '../../components/chartTypes';
import { barTimes } from '../../lib/barTimes';

/** Statistics by time and type. */
export type StatsCells = ResponseOf<'GET /api/0/projects/{org}/{project}/stats'>['data'];

/** Counts by outcome. `limited` contains what was over quota, as the specification says; `quotaExceeded` is that part. */
export interface OutcomeSums {
  readonly received: number;
  readonly processed: number;
  readonly filtered: number;
  readonly limited: number;
  readonly quotaExceeded: number;
  readonly invalid: number;
}

const NAMES = ['received', 'processed', 'filtered', 'limited', 'quotaExceeded', 'invalid'] as const;

/** Returns the sums over cells. `received` is the sum of processed, filtered, limited and invalid. */
export const sumCells = (cells: StatsCells): OutcomeSums =>
  Object.fromEntries(
    NAMES.map((name) => [name, cells.reduce((sum, cell) => sum + cell[name], 0)]),
  ) as unknown as OutcomeSums;

/** Returns the sums of each type that received any, in the order of the counts. */
export function sumByType(cells: StatsCells): readonly (OutcomeSums & { readonly type: string })[] {
  const types = [...new Set(cells.map(({ type }) => type))];
  return types
    .map((type) => ({ type, ...sumCells(cells.filter((cell) => cell.type === type)) }))
    .sort((a, b) => b.received - a.received);
}

/** Returns the events of each reason, and the types that they are of; most first. */
export function sumReasons(
  cells: StatsCells,
): readonly { readonly reason: string; readonly count: number; readonly types: readonly string[] }[] {
  const sums = new Map<string, { count: number; types: Set<string> }>();
  for (const { type, reasons } of cells) {
    for (const [reason, count] of Object.entries(reasons)) {
      const sum = sums.get(reason) ?? { count: 0, types: new Set<string>() };
      sum.count += count;
      sum.types.add(type);
      sums.set(reason, sum);
    }
  }
  return [...sums]
    .map(([reason, { count, types }]) => ({ reason, count, types: [...types] }))
    .sort((a, b) => b.count - a.count);
}

const SERIES = [
  ['processed', 'processed', 'processed'],
  ['filtered', 'filtered', 'filtered'],
  ['limited', 'rate limited', 'rate-limited'],
  ['invalid', 'invalid', 'invalid'],
] as const;

/** Returns the chart of outcomes: a bar for every step of the range, also for those without events. */
export function outcomeChart(
  cells: StatsCells,
  range: { readonly from: Date; readonly to: Date },
  step: number,
): ChartData {
  const times = barTimes(range.from.getTime(), range.to.getTime(), step);
  const byTime = new Map<number, StatsCells[number][]>();
  for (const cell of cells) {
    const time = Date.parse(cell.time);
    byTime.set(time, [...(byTime.get(time) ?? []), cell]);
  }
  const sums = times.map((time) => sumCells(byTime.get(time) ?? []));
  return {
    times,
    step,
    kind: 'bars',
    series: SERIES.map(([name, label, color]) => ({ id: name, label, color, values: sums.map((sum) => sum[name]) })),
  };
}
