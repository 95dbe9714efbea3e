import { Counter, registerOnce, type Metrics } from '@sluice/runtime';

/** Metrics of a consumer. */
export interface ConsumeMetrics {
  readonly jobs: Counter<'type' | 'end'>;
}

/** The consumer's metrics in a registry. */
export function consumeMetrics(metrics: Metrics): ConsumeMetrics {
  const name = 'sluice_queue_jobs_total';
  return {
    jobs: registerOnce(
      metrics,
      name,
      () =>
        new Counter({
          name,
          help: 'Jobs by end: handled, rejected, newer (format), unfinished (handled, but not removed), stalled',
          labelNames: ['type', 'end'],
          registers: [metrics],
        }),
    ),
  };
}
