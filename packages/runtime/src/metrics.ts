import {
  AggregatorRegistry,
  Registry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

export { Counter, Gauge, Histogram } from 'prom-client';

/** The Prometheus registry of a process. */
export type Metrics = Registry;

/** A serialized registry, sent from one process to another. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

/** Returns a new registry. @param withProcess whether it includes memory, CPU and event-loop lag of this process */
export function createMetrics(withProcess = false): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  return registry;
}

/** Returns one exposition text (Prometheus 0.0.4) for the snapshots of several processes, with their values summed. */
export async function mergeMetrics(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}
