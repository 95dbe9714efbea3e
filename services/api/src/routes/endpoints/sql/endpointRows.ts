import { addEncoded, quantiles, type Sketch } from '@sluice/sketch';
import { saturate } from '@sluice/db';

/** Rate, errors and durations of root spans. Quantiles are within 1 % of exact ones; see `@sluice/sketch`. */
export interface EndpointTotals {
  readonly count: number;
  readonly errors: number;
  /** Durations, milliseconds. */
  readonly avg: number;
  readonly min: number;
  readonly max: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Sums of some rows of `endpoint_hours`. */
export interface EndpointSums {
  readonly count: string;
  readonly errors: string;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** With a space between them. */
  readonly sketches: string;
}

/** Returns the totals of rows. */
export function endpointTotals(row: EndpointSums): EndpointTotals {
  const sketch: Sketch = new Map();
  for (const text of row.sketches.split(' ')) addEncoded(sketch, text);
  const [p50 = row.min, p95 = row.min, p99 = row.min] = quantiles(sketch, [0.5, 0.95, 0.99], row);
  const count = Number(row.count);
  const { min, max } = row;
  return { count, errors: Number(row.errors), avg: saturate(row.sum) / count, min, max, p50, p95, p99 };
}
