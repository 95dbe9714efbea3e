import { Counter, Histogram, registerOnce, type Metrics } from '@sluice/runtime';

/** Metrics of a publisher. */
export interface PublishMetrics {
  readonly batches: Counter;
  readonly retries: Counter<'certain'>;
  readonly seconds: Histogram;
}

/** The publisher's metrics in a registry. */
export function publishMetrics(metrics: Metrics): PublishMetrics {
  const registers = [metrics];
  return {
    batches: registerOnce(
      metrics,
      'sluice_publish_batches_total',
      () =>
        new Counter({
          name: 'sluice_publish_batches_total',
          help: 'Batches published, duplicates included',
          registers,
        }),
    ),
    retries: registerOnce(
      metrics,
      'sluice_publish_retries_total',
      () =>
        new Counter({
          name: 'sluice_publish_retries_total',
          help: 'Failed transactions, by whether it is certain that nothing was written',
          labelNames: ['certain'],
          registers,
        }),
    ),
    seconds: registerOnce(
      metrics,
      'sluice_publish_seconds',
      () =>
        new Histogram({
          name: 'sluice_publish_seconds',
          help: 'Duration of a transaction that published a group of batches',
          buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
          registers,
        }),
    ),
  };
}
