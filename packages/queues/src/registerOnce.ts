import type { Metrics } from '@sluice/runtime';

/** The metric of this name in the registry, made at the first call: several consumers share one registry. */
export function registerOnce<M>(metrics: Metrics, name: string, make: () => M): M {
  return (metrics.getSingleMetric(name) as M | undefined) ?? make();
}
