import {
  AggregatorRegistry,
  Registry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

export { Counter, Gauge, Histogram } from 'prom-client';

/** A Prometheus registry: one a process, handed to what counts. */
export type Metrics = Registry;

/** A serialized registry: what one process tells another. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

/** A new registry. @param withProcess whether memory, CPU and event-loop lag of this process are included */
export function createMetrics(withProcess = false): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  return registry;
}

/** One exposition text (Prometheus 0.0.4) out of the snapshots of several processes; counters are summed. */
export async function mergeMetrics(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}
