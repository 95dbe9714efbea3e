import { LIMITS } from '@sluice/contract';

/** A bucket of a histogram. Bounds may be infinite. */
export interface Bucket {
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

/** What a histogram says besides its buckets. */
export interface Totals {
  readonly count: number;
  /** Absent if values may be negative. */
  readonly sum?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The payload of a metric with many values, without its name. */
export interface Summary {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly values: readonly (readonly [value: number, times: number])[];
}

/**
 * Returns the summary of a histogram: each bucket with values becomes its middle. Without a minimum or maximum, the outermost bounds
 * of these buckets stand for it; without a sum, the sum of the middles. A string says why the histogram is refused.
 *
 * @param buckets those with values, from the lowest to the highest
 */
export function summarize(totals: Totals, buckets: readonly Bucket[]): Summary | string {
  const { count, sum, min, max } = totals;
  if (!(count <= LIMITS.maxMetricCount)) return `has more than ${LIMITS.maxMetricCount} values`;
  if (buckets.length > LIMITS.maxMetricValues) return `has more than ${LIMITS.maxMetricValues} buckets with values`;
  if (buckets.reduce((all, bucket) => all + bucket.count, 0) !== count)
    return 'has buckets that do not add up to its count';
  if (sum !== undefined && !Number.isFinite(sum)) return 'has a sum that is not a finite number';
  const [low, high] = [finiteOr(min, -Infinity), finiteOr(max, Infinity)];
  if (low > high) return 'has a minimum above its maximum';
  const mean = sum === undefined ? NaN : sum / count;
  // Buckets of an SDK may miss its minimum and maximum by a rounding error.
  const within = (bound: number): number => Math.min(Math.max(bound, low), high);
  const middleIn = ({ lower, upper }: Bucket): number => middleOf(within(lower), within(upper), mean);
  const values = buckets.map((bucket) => [middleIn(bucket), bucket.count] as const);
  if (values.some(([value]) => Number.isNaN(value))) return 'has neither bounds nor a sum';
  const first = buckets[0];
  const last = buckets.at(-1);
  return {
    count,
    sum: sum ?? clamp(values.reduce((all, [value, times]) => all + value * times, 0)),
    min: Number.isFinite(low) ? low : within(firstFinite(first?.lower, first?.upper, mean)),
    max: Number.isFinite(high) ? high : within(firstFinite(last?.upper, last?.lower, mean)),
    values,
  };
}

const finiteOr = (value: number | undefined, otherwise: number): number =>
  value !== undefined && Number.isFinite(value) ? value : otherwise;

const firstFinite = (...values: readonly (number | undefined)[]): number => values.find(Number.isFinite) ?? NaN;

const clamp = (value: number): number => Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);

/**
 * Returns the value whose relative distance to both bounds is equal, (upper − lower) / (upper + lower); half-way if the bounds have
 * different signs or one is 0; the finite one if the other is infinite.
 */
function middleOf(lower: number, upper: number, mean: number): number {
  if (!Number.isFinite(lower) || !Number.isFinite(upper)) return firstFinite(lower, upper, mean);
  if (lower === upper) return lower;
  return Math.sign(lower) * Math.sign(upper) > 0 ? lower * (2 / (1 + lower / upper)) : lower / 2 + upper / 2;
}
