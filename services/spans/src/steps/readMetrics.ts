import { isObject, cut, LIMITS, type Json } from '@sluice/contract';

/** Finite numbers by name. */
type Measured = Readonly<Record<string, number>>;

/**
 * Returns the metrics of a span's payload with their whole names: finite numbers only (protocol 2.3); a value that
 * is not a number is dropped, the span stays. `null` where none is left. Valid metrics are returned as they came: this runs
 * for every span, for its row and for its series.
 */
export function readMetrics(value: Json | undefined): Measured | null {
  if (!isObject(value)) return null;
  let count = 0;
  for (const name in value) {
    if (!isNumber(value[name])) return withoutOthers(value);
    count += 1;
  }
  return count === 0 ? null : (value as Measured);
}

/** Returns the metrics as series name them: names are cut to {@link LIMITS.cutName}; of equal cut names the last wins. */
export function cutMetricNames(metrics: Measured): Measured {
  for (const name in metrics) if (name.length > LIMITS.cutName) return withCutNames(metrics);
  return metrics;
}

function withoutOthers(value: Readonly<Record<string, Json>>): Measured | null {
  const metrics = Object.entries(value).filter((entry): entry is [string, number] => isNumber(entry[1]));
  return metrics.length === 0 ? null : Object.fromEntries(metrics);
}

const withCutNames = (metrics: Measured): Measured =>
  Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [cut(name, LIMITS.cutName), metric]));

const isNumber = (value: Json | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
