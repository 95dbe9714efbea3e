import { addEncoded, quantiles, type Sketch } from '@sluice/sketch';
import { sql } from 'kysely';
import { type Queryable, saturate } from '@sluice/db';
import { type Bars, barAt } from '@sluice/reading';
import { inRange, type MetricFilter } from './metricFilter.js';

/** Which series. */
export interface SeriesRequest extends MetricFilter {
  readonly name: string;
  /** Bars of arrival. */
  readonly bars: Bars;
  /** Returns one series for each value of it instead of one in total. */
  readonly groupBy?: 'environment' | 'release' | undefined;
}

/**
 * A point of a series: the measurements of one interval. Quantiles are interpolated and within 1 % of exact ones; see
 * `@sluice/sketch`.
 */
export interface SeriesPoint {
  /** Start of the bar, milliseconds since 1970. */
  readonly timeMs: number;
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** One series, its points in order; intervals without a value have none. */
export interface MetricSeries {
  /** The value of `groupBy`; empty for spans without one, or without `groupBy`. */
  readonly group: string;
  readonly points: readonly SeriesPoint[];
}

/** The series of a metric. */
export interface MetricSeriesSet {
  /** Most values first. */
  readonly series: readonly MetricSeries[];
  /** Whether there was more: older rows than the {@link MAX_POINTS} newest, or more groups than {@link MAX_SERIES}. */
  readonly truncated: boolean;
}

/** The most rows read for one answer: about 30 MB of sketches. */
const MAX_POINTS = 50_000;

/** The most series of one answer. */
const MAX_SERIES = 50;

/** Returns the series of a metric; none if nothing was measured in the range. */
export async function readMetricSeries(
  db: Queryable,
  projectId: string,
  request: SeriesRequest,
): Promise<MetricSeriesSet> {
  const rows = await readSlots(db, projectId, request);
  const series = new Map<string, { count: number; readonly points: SeriesPoint[] }>();
  for (const row of rows) {
    const known = series.get(row.group) ?? { count: 0, points: [] };
    series.set(row.group, known);
    known.count += Number(row.count);
    known.points.push(pointOf(row, request));
  }
  const ordered = [...series].sort(([a, { count: most }], [b, { count: less }]) => less - most || (a < b ? -1 : 1));
  const read = rows.reduce((total, row) => total + row.rows, 0);
  return {
    series: ordered.slice(0, MAX_SERIES).map(([group, { points }]) => ({ group, points })),
    truncated: read === MAX_POINTS || ordered.length > MAX_SERIES,
  };
}

interface SlotRow {
  readonly group: string;
  readonly slot: number;
  readonly rows: number;
  readonly count: string;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** With a space between them. */
  readonly sketches: string;
}

/** One statement: concurrent compaction cannot make a point appear twice or not at all. */
async function readSlots(db: Queryable, projectId: string, request: SeriesRequest): Promise<readonly SlotRow[]> {
  const { name, bars, groupBy } = request;
  const group = groupBy === undefined ? sql`''` : sql.ref(groupBy);
  const { rows } = await sql<SlotRow>`
    select "group", slot, count(*)::int4 as rows, sum(count) as count, sum(sum) as sum, min(min) as min, max(max) as max,
      string_agg(sketch, ' ') as sketches
    from (
      select ${group} as "group", count, sum, min, max, sketch,
        ${barAt(sql`minute`, bars)} as slot
      from metric_points
      where project_id = ${projectId} and name = ${name} and ${inRange(bars, request)}
      order by day desc, minute desc limit ${MAX_POINTS}) as newest
    group by "group", slot order by slot`.execute(db.kysely);
  return rows;
}

function pointOf(row: SlotRow, { bars }: SeriesRequest): SeriesPoint {
  const sketch: Sketch = new Map();
  for (const text of row.sketches.split(' ')) addEncoded(sketch, text);
  const [p50 = row.min, p95 = row.min, p99 = row.min] = quantiles(sketch, [0.5, 0.95, 0.99], row);
  return {
    timeMs: bars.times[row.slot - 1] ?? bars.fromMs,
    count: Number(row.count),
    sum: saturate(row.sum),
    min: row.min,
    max: row.max,
    p50,
    p95,
    p99,
  };
}
