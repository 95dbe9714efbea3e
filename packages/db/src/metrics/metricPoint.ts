import { timeOfId } from '@sluice/contract';
import { addValue, type Sketch } from '@sluice/sketch';
import { compareKeys } from '../connection/keys.js';

/** What a stored span measured. */
export interface MetricSamples {
  readonly projectId: string;
  /** The event id: its time decides which minute the values join. */
  readonly id: string;
  readonly environment: string | null;
  readonly release: string | null;
  /** Finite numbers by name. */
  readonly values: Readonly<Record<string, number>>;
}

/** One transaction's share of a series' minute. */
export interface MetricPoint {
  readonly projectId: string;
  readonly name: string;
  /** Empty where the span had none. */
  readonly environment: string;
  readonly release: string;
  readonly minuteMs: number;
  /** The smallest event id that went into it. */
  part: string;
  count: number;
  sum: number;
  min: number;
  max: number;
  readonly sketch: Sketch;
}

/**
 * Sums end here, far below where adding them up once more would overflow: PostgreSQL refuses a whole statement for that.
 */
const MOST = 1e300;

/** A sum within what may be added up again. */
export const saturate = (sum: number): number => Math.min(Math.max(sum, -MOST), MOST);

const MINUTE_MS = 60_000;

/**
 * Folds values into one point for each (project, name, day, minute, environment, release), in that order.
 * @param isCharted whether a project's metric is; others are left out
 */
export function foldSamples(
  samples: readonly MetricSamples[],
  isCharted: (projectId: string, name: string) => boolean,
): MetricPoint[] {
  const places = new Map<string, Map<string, MetricPoint>>();
  for (const sample of samples) {
    const points = placeOf(places, sample);
    for (const name in sample.values) {
      if (!isCharted(sample.projectId, name)) continue;
      addSample(points, sample, name);
    }
  }
  return [...places.values()].flatMap((points) => [...points.values()]).sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

const minuteOf = (id: string): number => {
  const ms = timeOfId(id);
  return ms - (ms % MINUTE_MS);
};

function placeOf(places: Map<string, Map<string, MetricPoint>>, sample: MetricSamples): Map<string, MetricPoint> {
  const key = `${sample.projectId}\0${minuteOf(sample.id)}\0${sample.environment ?? ''}\0${sample.release ?? ''}`;
  const known = places.get(key);
  if (known !== undefined) return known;
  const points = new Map<string, MetricPoint>();
  places.set(key, points);
  return points;
}

function addSample(points: Map<string, MetricPoint>, sample: MetricSamples, name: string): void {
  const value = sample.values[name] ?? 0;
  let point = points.get(name);
  if (point === undefined) {
    point = {
      projectId: sample.projectId,
      name,
      environment: sample.environment ?? '',
      release: sample.release ?? '',
      minuteMs: minuteOf(sample.id),
      part: sample.id,
      count: 0,
      sum: 0,
      min: value,
      max: value,
      sketch: new Map(),
    };
    points.set(name, point);
  }
  point.count += 1;
  point.sum = saturate(point.sum + value);
  if (value < point.min) point.min = value;
  if (value > point.max) point.max = value;
  if (sample.id < point.part) point.part = sample.id;
  addValue(point.sketch, value);
}

const keyOf = (point: MetricPoint): readonly string[] => [
  point.projectId,
  point.name,
  new Date(point.minuteMs).toISOString(),
  point.environment,
  point.release,
];
