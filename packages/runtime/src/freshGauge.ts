import { Gauge } from 'prom-client';
import type { Clock } from './clock.js';
import type { Metrics } from './metrics.js';

/** Options of a {@link FreshGauge}. */
interface FreshGaugeOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
  readonly registry: Metrics;
  /** Milliseconds after which a reading is no longer shown. */
  readonly maxAgeMs: number;
  readonly clock: Clock;
}

/** One value of a gauge with its labels. */
interface GaugeValue<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

/** A gauge of something that is read elsewhere, such as a queue in Redis or a table in PostgreSQL. */
export interface FreshGauge<L extends string> {
  /** Replaces all values by those of a new reading. */
  readonly show: (values: readonly GaugeValue<L>[]) => void;
  /** Removes all values, because a reading failed. */
  readonly clear: () => void;
}

/**
 * Returns a gauge that has no value before its first reading, after a failed one, and when the last one is older than
 * `maxAgeMs`. A frozen value would look like a healthy one, and a rule that reads it would never fire.
 */
export function freshGauge<L extends string>(options: FreshGaugeOptions<L>): FreshGauge<L> {
  const { name, help, labelNames, registry, maxAgeMs, clock } = options;
  let values: readonly GaugeValue<L>[] = [];
  let readMs = 0;
  const gauge: Gauge<L> = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect: () => {
      if (clock() - readMs > maxAgeMs) values = [];
      gauge.reset();
      // Without labels, `reset` leaves a value of 0.
      if (labelNames.length === 0) gauge.remove();
      for (const { labels, value } of values) gauge.set(labels, value);
    },
  });
  return {
    show: (read) => {
      values = read;
      readMs = clock();
    },
    clear: () => {
      values = [];
    },
  };
}
