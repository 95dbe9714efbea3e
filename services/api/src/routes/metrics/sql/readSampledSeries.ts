import { timeOfId } from '@sluice/contract';
import { addValues, quantiles, type Sketch } from '@sluice/sketch';
import { type Queryable, saturate } from '@sluice/db';
import { type Bars, ARRIVAL_SCAN } from '@sluice/reading';
import type { MetricSeriesSet, SeriesPoint } from '@sluice/metrics';
import { readMeasuredSpans, type MeasuredRequest } from './measuredSpans.js';

/** Which series: of all values, or one for each name of a root span. */
interface SampledRequest extends Omit<MeasuredRequest, 'fromMs' | 'toMs'> {
  /** Bars of arrival. */
  readonly bars: Bars;
  readonly isGrouped: boolean;
}

/** Series of the newest values of a range. */
interface SampledSeriesSet extends MetricSeriesSet {
  /** Set if older values of the range are missing: values that arrived since then are counted. */
  readonly scannedToMs: number | undefined;
}

/** The most series of one answer. */
const MAX_SERIES = 50;

/**
 * Returns series by the name of the root span, which the points of metrics do not have: computed from the newest
 * `ARRIVAL_SCAN` spans of the range.
 */
export async function readSampledSeries(
  db: Queryable,
  projectId: string,
  request: SampledRequest,
): Promise<SampledSeriesSet> {
  const { bars, isGrouped, ...asked } = request;
  const { fromMs, toMs, times, bounds } = bars;
  const newest = { by: 'newest', limit: ARRIVAL_SCAN } as const;
  const { spans, scannedToMs } = await readMeasuredSpans(db, projectId, { ...asked, fromMs, toMs }, newest);
  const groups = new Map<string, Map<number, number[]>>();
  for (const { id, rootName, value } of spans) {
    const group = entry(groups, isGrouped ? (rootName ?? '') : '', () => new Map<number, number[]>());
    const arrivalMs = timeOfId(id);
    const bar = bounds.filter((ms) => ms <= arrivalMs).length - 1;
    entry(group, bar, () => []).push(value);
  }
  const countOf = (slots: ReadonlyMap<number, readonly number[]>): number =>
    [...slots.values()].reduce((sum, values) => sum + values.length, 0);
  const ordered = [...groups].sort(([a, most], [b, less]) => countOf(less) - countOf(most) || (a < b ? -1 : 1));
  return {
    series: ordered.slice(0, MAX_SERIES).map(([group, slots]) => ({
      group,
      points: [...slots].sort(([a], [b]) => a - b).map(([slot, values]) => pointOf(times[slot] ?? fromMs, values)),
    })),
    truncated: scannedToMs !== undefined || ordered.length > MAX_SERIES,
    scannedToMs,
  };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function pointOf(timeMs: number, values: readonly number[]): SeriesPoint {
  const sketch: Sketch = new Map();
  addValues(sketch, values);
  const extremes = values.reduce(({ min, max }, value) => ({ min: Math.min(min, value), max: Math.max(max, value) }), {
    min: Infinity,
    max: -Infinity,
  });
  const [p50 = 0, p95 = 0, p99 = 0] = quantiles(sketch, [0.5, 0.95, 0.99], extremes);
  const sum = values.reduce((total, value) => saturate(total + value), 0);
  return { timeMs, count: values.length, sum, ...extremes, p50, p95, p99 };
}
