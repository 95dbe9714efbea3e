/**
 * A summary of numbers in bounded space. Any quantile is within {@link RELATIVE_ERROR} of a value that was added.
 * Plain data: the number of values per bucket, in no order. `new Map()` is an empty sketch.
 *
 * A positive x is in bucket `ceil(ln x / ln γ) + BUCKET_OFFSET`, whose middle differs by at most (γ-1)/(γ+1) = 0.99 % from
 * all values inside. A negative number is in the negated bucket of its magnitude, zero (and -0) in bucket 0, so
 * buckets are ordered like their values.
 *
 * Beyond {@link MAX_BUCKETS} buckets, the lowest are merged into the lowest remaining one. Positive values would have
 * to span 17 orders of magnitude to reach the limit, and high quantiles keep their precision in any case. The highest
 * buckets do not depend on when others were merged, so merging sketches is commutative and associative, before and
 * after the limit.
 */
export type Sketch = Map<number, number>;

/** How far, relatively, a quantile may be from the exact one; see {@link quantiles}. */
export const RELATIVE_ERROR = 0.01;

/** The most buckets a sketch is written with. */
export const MAX_BUCKETS = 2_048;

/** Natural logarithm of γ, the ratio of a bucket's bounds. */
export const LN_GAMMA = Math.log(1.02);

/** From a bucket's upper bound to its middle. */
const LN_MIDDLE = Math.log((1.02 + 1) / 2);

/** Above every `-ln x / ln γ` of a double: positive buckets are positive. */
export const BUCKET_OFFSET = 40_000;

/** The highest bucket that any double can be in; the lowest is its negation. */
export const HIGHEST_BUCKET = bucketOf(Number.MAX_VALUE);

/** How many buckets a sketch may grow to before it is settled: settling at every step would cost a sort each. */
const SLACK = 2 * MAX_BUCKETS;

/** Adds a finite number to a sketch, `times` times. @throws RangeError if it is not a finite number */
export function addValue(sketch: Sketch, value: number, times = 1): void {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no place in a sketch`);
  addToBucket(sketch, bucketOf(value), times);
}

/** Adds many finite numbers: the same as {@link addValue} of each, several times faster. */
export function addValues(sketch: Sketch, values: readonly number[]): void {
  const buckets = new Int32Array(values.length);
  for (let at = 0; at < buckets.length; at += 1) {
    const value = values[at] ?? 0;
    if (!Number.isFinite(value)) throw new RangeError(`${value} has no place in a sketch`);
    buckets[at] = bucketOf(value);
  }
  buckets.sort();
  for (let from = 0, to = 0; from < buckets.length; from = to) {
    const bucket = buckets[from] ?? 0;
    while (buckets[to] === bucket) to += 1;
    addToBucket(sketch, bucket, to - from);
  }
}

/** Adds to a bucket that {@link bucketOf} could have named. */
export function addToBucket(sketch: Sketch, bucket: number, times: number): void {
  sketch.set(bucket, (sketch.get(bucket) ?? 0) + times);
  if (sketch.size > SLACK) settle(sketch);
}

/** Adds all of `from` to `into`, which changes. */
export function mergeInto(into: Sketch, from: Sketch): void {
  for (const [bucket, times] of from) addToBucket(into, bucket, times);
}

/**
 * Returns the union of two sketches; neither changes. Commutative and associative, not idempotent: the caller must
 * know what was merged before.
 */
export function mergeSketches(a: Sketch, b: Sketch): Sketch {
  const merged = new Map(a);
  mergeInto(merged, b);
  return merged;
}

/** Buckets with their counts from the lowest to the highest, at most {@link MAX_BUCKETS}. */
export function bucketsOf(sketch: Sketch): readonly (readonly [bucket: number, times: number])[] {
  return Array.from(sortedBuckets(sketch), (bucket) => [bucket, sketch.get(bucket) ?? 0] as const);
}

/** How many values it has seen. */
export function countOf(sketch: Sketch): number {
  let count = 0;
  for (const times of sketch.values()) count += times;
  return count;
}

/** The exact extremes of the values in a sketch, where they are known. */
export interface Extremes {
  readonly min: number;
  readonly max: number;
}

/** One of the {@link quantiles}; `undefined` for an empty sketch. */
export const quantile = (sketch: Sketch, q: number, extremes?: Extremes): number | undefined =>
  quantiles(sketch, [q], extremes)[0];

/**
 * The quantile of each share (0 to 1), in their order; none for an empty sketch. Interpolates linearly between the two
 * values around position `q × (count - 1)`, as `percentile_cont` of SQL does. Each of the two is within
 * {@link RELATIVE_ERROR}, so the result is too wherever they have the same sign; otherwise it is within that share of the
 * larger one. The first and the last value are exact where the extremes are given. @throws RangeError for any other share
 */
export function quantiles(sketch: Sketch, shares: readonly number[], extremes?: Extremes): readonly number[] {
  const count = countOf(sketch);
  if (count === 0) return [];
  const valueAt = ranked(sketch, count, extremes);
  return shares.map((q) => {
    if (!(q >= 0 && q <= 1)) throw new RangeError(`${q} is no share`);
    const position = q * (count - 1);
    const [below, share] = [Math.floor(position), position % 1];
    // A weighted sum, not a step from the lower value: the difference of two doubles may overflow.
    return share === 0 ? valueAt(below) : valueAt(below) * (1 - share) + valueAt(below + 1) * share;
  });
}

/** Estimates the value at a position of all values in order, from 0 on. */
function ranked(
  sketch: Sketch,
  count: number,
  { min, max }: Extremes = { min: -Infinity, max: Infinity },
): (rank: number) => number {
  const buckets = sortedBuckets(sketch);
  // Ranks ascend mostly: the walk goes on where it was.
  let at = 0;
  let before = 0;
  return (rank) => {
    if (rank === 0 && min > -Infinity) return min;
    if (rank === count - 1 && max < Infinity) return max;
    if (rank < before) [at, before] = [0, 0];
    for (; at < buckets.length; at += 1) {
      const times = sketch.get(buckets[at] ?? 0) ?? 0;
      if (before + times > rank) break;
      before += times;
    }
    return Math.min(Math.max(middleOf(buckets[at] ?? 0), min), max);
  };
}

/** Buckets from the lowest to the highest, at most {@link MAX_BUCKETS}. */
function sortedBuckets(sketch: Sketch): Int32Array {
  if (sketch.size > MAX_BUCKETS) settle(sketch);
  return Int32Array.from(sketch.keys()).sort();
}

function bucketOf(value: number): number {
  if (value === 0) return 0;
  const bucket = Math.ceil(Math.log(Math.abs(value)) / LN_GAMMA) + BUCKET_OFFSET;
  return value < 0 ? -bucket : bucket;
}

function middleOf(bucket: number): number {
  if (bucket === 0) return 0;
  const magnitude = Math.exp((Math.abs(bucket) - BUCKET_OFFSET) * LN_GAMMA - LN_MIDDLE);
  return Math.sign(bucket) * Math.min(Math.max(magnitude, Number.MIN_VALUE), Number.MAX_VALUE);
}

/** Counts the lowest buckets into the lowest of those that stay. */
function settle(sketch: Sketch): void {
  const ordered = [...sketch.keys()].sort((a, b) => b - a);
  const lowest = ordered[MAX_BUCKETS - 1];
  if (lowest === undefined) return;
  for (const bucket of ordered.slice(MAX_BUCKETS)) {
    sketch.set(lowest, (sketch.get(lowest) ?? 0) + (sketch.get(bucket) ?? 0));
    sketch.delete(bucket);
  }
}
