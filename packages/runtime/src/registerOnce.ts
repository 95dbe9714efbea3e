import type { Metrics } from './metrics.js';

/** Returns the metric of this name, which the first call registers: several users share one registry. */
export function registerOnce<M>(metrics: Metrics, name: string, make: () => M): M {
  return (metrics.getSingleMetric(name) as M | undefined) ?? make();
}
