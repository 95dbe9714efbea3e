import { MINUTE_MS, timeOfId } from '@sluice/contract';
import { addValue, addValues, type Sketch } from '@sluice/sketch';
import { compareKeys, OTHER, saturate } from '@sluice/db';
import { type MetricPoint, type MetricSamples, type ValueSummary } from './metricPoint.js';

/** The points, and how many values of each project are counted under {@link OTHER}. */
export interface MergedSamples {
  readonly points: readonly MetricPoint[];
  readonly others: ReadonlyMap<string, number>;
}

/**
 * Merges values to one point for each (project, name, minute, environment, release), in that order. Collects values first and
 * sums them up together, because it runs for every span.
 * @param chartedOf returns the names of a project's metrics that have series; values of others are counted under {@link OTHER}
 */
export function mergeSamples(
  samples: readonly MetricSamples[],
  chartedOf: (projectId: string) => ReadonlySet<string>,
): MergedSamples {
  const places = new Map<string, Bucket>();
  let place: Bucket | undefined;
  const others = new Map<string, number>();
  for (const sample of samples) {
    // Neighbours are mostly of one batch.
    if (place === undefined || !isInBucket(place, sample)) place = bucketOf(places, sample);
    for (const name in sample.values) {
      const value = sample.values[name] ?? 0;
      let series = place.series.get(name);
      if (series === undefined) {
        const isCharted = chartedOf(sample.projectId).has(name);
        if (!isCharted) others.set(sample.projectId, countOf(value) + (others.get(sample.projectId) ?? 0));
        series = seriesOf(place, isCharted ? name : OTHER, sample.id);
      }
      if (sample.id < series.part) series.part = sample.id;
      if (typeof value === 'number') series.values.push(value);
      else series.summaries.push(value);
    }
  }
  const points = [...places.values()].flatMap((one) =>
    [...one.series].map(([name, series]) => pointOf(one, name, series)),
  );
  return { points: points.sort((a, b) => compareKeys(keyOf(a), keyOf(b))), others };
}

/** Project, environment, release and minute, which points of several metrics have in common. */
interface Bucket {
  readonly projectId: string;
  readonly environment: string;
  readonly release: string;
  readonly minuteMs: number;
  /** Of the sample that made it, to the millisecond: ids that begin like this are of its minute. */
  readonly idTime: string;
  readonly series: Map<string, Series>;
}

interface Series {
  part: string;
  readonly values: number[];
  readonly summaries: ValueSummary[];
}

const countOf = (value: number | ValueSummary): number => (typeof value === 'number' ? 1 : value.count);

/** Characters of an id that are its time. */
const TIME_LENGTH = 13;

const isInBucket = (place: Bucket, { projectId, id, environment, release }: MetricSamples): boolean =>
  place.projectId === projectId &&
  place.environment === (environment ?? '') &&
  place.release === (release ?? '') &&
  id.startsWith(place.idTime);

function bucketOf(places: Map<string, Bucket>, sample: MetricSamples): Bucket {
  const { projectId, id } = sample;
  const [environment, release] = [sample.environment ?? '', sample.release ?? ''];
  const ms = timeOfId(id);
  const minuteMs = ms - (ms % MINUTE_MS);
  const key = [projectId, minuteMs, environment, release].join('\0');
  const known = places.get(key);
  if (known !== undefined) return known;
  const place = { projectId, environment, release, minuteMs, idTime: id.slice(0, TIME_LENGTH), series: new Map() };
  places.set(key, place);
  return place;
}

function seriesOf(place: Bucket, name: string, part: string): Series {
  const known = place.series.get(name);
  if (known !== undefined) return known;
  const series = { part, values: [], summaries: [] };
  place.series.set(name, series);
  return series;
}

function pointOf(place: Bucket, name: string, { part, values, summaries }: Series): MetricPoint {
  const { projectId, environment, release, minuteMs } = place;
  let [count, sum, min, max] = [values.length, 0, Infinity, -Infinity];
  for (const value of values) {
    sum = saturate(sum + value);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const sketch: Sketch = new Map();
  addValues(sketch, values);
  for (const summary of summaries) {
    count += summary.count;
    sum = saturate(sum + summary.sum);
    min = Math.min(min, summary.min);
    max = Math.max(max, summary.max);
    for (const [value, times] of summary.values) addValue(sketch, value, times);
  }
  return { projectId, name, environment, release, minuteMs, part, count, sum, min, max, sketch };
}

const keyOf = (point: MetricPoint): readonly string[] => [
  point.projectId,
  point.name,
  new Date(point.minuteMs).toISOString(),
  point.environment,
  point.release,
];
