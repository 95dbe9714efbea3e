import type { AnswerOf } from '../../client/operation.js';
import { moment, number, text, wires, type Wire } from '../../output/cells.js';
import { sparkline } from '../../output/sparkline.js';
import { printable } from '../../output/printable.js';
import type { Style } from '../../output/style.js';
import { table } from '../../output/table.js';

const COLUMNS = ['COUNT', 'MIN', 'AVG', 'P50', 'P95', 'P99', 'MAX'];

/** Formats a metric over time: for each series a sparkline of the median and a table of its points. */
export function describeSeries(
  answer: AnswerOf<'GET /api/0/projects/{org}/{project}/metrics/{name}'>,
  style: Style,
): string {
  const { name, from, to, interval, errorBound, truncated, series } = answer;
  const bound = typeof errorBound === 'number' ? `; percentiles within ${number(errorBound * 100)} %` : '';
  const heading = `${text(name)}, ${moment(from)} to ${moment(to)}, ${number(interval)} s per point${bound}${truncated === true ? '; incomplete: too many points' : ''}`;
  const parts = wires(series).filter(({ points }) => wires(points).length > 0);
  if (parts.length === 0) return `${printable(heading)}\n\nNo values in this range.`;
  return [style.bold(printable(heading)), ...parts.map((part) => seriesText(part, style))].join('\n\n');
}

function seriesText(series: Wire, style: Style): string {
  const points = wires(series['points']);
  const group = ['environment', 'release'].find((name) => name in series);
  const bars = sparkline(points.map(({ p50 }) => (typeof p50 === 'number' ? p50 : null)));
  const rows = table(
    [{ title: 'TIME' }, ...COLUMNS.map((title) => ({ title, align: 'right' as const }))],
    points.map(({ time, count, sum, min, max, p50, p95, p99 }) => [
      moment(time),
      ...[count, min, average(sum, count), p50, p95, p99, max].map(number),
    ]),
    style,
  );
  return `${style.cyan(printable(group === undefined ? 'median' : `${group} ${text(series[group])}, median`))} ${bars}\n${rows}`;
}

function average(sum: unknown, count: unknown): number | undefined {
  return typeof sum === 'number' && typeof count === 'number' && count > 0 ? sum / count : undefined;
}
