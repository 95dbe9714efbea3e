import { Counter, type Metrics } from '@sluice/runtime';

/** What this worker counts beyond what every worker does. */
export interface SpanMetrics {
  readonly countUncharted: (values: number) => void;
}

const counters = new WeakMap<Metrics, Counter>();

/** Metrics of span workers; several of a process share a registry. */
export function createSpanMetrics(registry: Metrics): SpanMetrics {
  const counter = counters.get(registry) ?? createCounter(registry);
  counters.set(registry, counter);
  return { countUncharted: (values) => counter.inc(values) };
}

const createCounter = (registry: Metrics): Counter =>
  new Counter({
    name: 'sluice_spans_uncharted_values_total',
    help: 'Metric values that stay with their span alone: their project has too many metrics',
    registers: [registry],
  });
