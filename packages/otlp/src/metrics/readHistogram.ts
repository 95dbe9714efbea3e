import { isObject, type UnknownObject } from '@sluice/contract';
import { readNumber, readNumbers, type Packing } from '../read/readNumber.js';
import { summarize, type Bucket, type Summary, type Totals } from './summarize.js';

/** What a point measured; `undefined`: nothing; a string: why it is refused, without its subject. */
export type Measured = { readonly value: number } | Summary | string | undefined;

/** Returns the summary of a point of a histogram with explicit bounds. */
export function readHistogram(point: UnknownObject): Measured {
  const totals = readTotals(point);
  if (typeof totals !== 'object') return totals;
  const counts = readCounts(point['bucketCounts'], 'fixed64');
  const bounds = readNumbers(point['explicitBounds'], 'double');
  if (counts === undefined || bounds === undefined) return MALFORMED;
  if (bounds.some((bound, index) => !(index === 0 || bound > (bounds[index - 1] ?? NaN)) || Number.isNaN(bound)))
    return 'has bounds that are not ascending';
  // Without buckets, all values are in one.
  if (counts.length === 0 && bounds.length === 0) return summarize(totals, [everything(totals.count)]);
  if (counts.length !== bounds.length + 1) return 'does not have one more bucket than bounds';
  const bucketAt = (index: number, count: number): Bucket => ({
    lower: bounds[index - 1] ?? -Infinity,
    upper: bounds[index] ?? Infinity,
    count,
  });
  return summarize(totals, filledBuckets(counts, bucketAt));
}

/** Scales of the specification: with one below, a bucket of either sign has all numbers. */
const SCALES = [-10, 20] as const;

/** Returns the summary of a point of an exponential histogram. */
export function readExponentialHistogram(point: UnknownObject): Measured {
  const totals = readTotals(point);
  if (typeof totals !== 'object') return totals;
  const scale = readNumber(point['scale']) ?? 0;
  if (!(Number.isInteger(scale) && scale >= SCALES[0] && scale <= SCALES[1])) {
    return `has a scale that is not an integer from ${SCALES.join(' to ')}`;
  }
  const [positive, negative] = [readSide(point['positive'], scale), readSide(point['negative'], scale)];
  const zero = readNumber(point['zeroCount'] ?? 0);
  if (positive === undefined || negative === undefined || !isCount(zero)) return MALFORMED;
  const below = negative.map(({ lower, upper, count }) => ({ lower: -upper, upper: -lower, count })).reverse();
  const zeros = zero === 0 ? [] : [{ lower: 0, upper: 0, count: zero }];
  return summarize(totals, [...below, ...zeros, ...positive]);
}

const MALFORMED = 'has buckets or bounds that are not lists of at most 16,384 numbers';

const everything = (count: number): Bucket => ({ lower: -Infinity, upper: Infinity, count });

/** Returns the totals of a point; `undefined` if it has no values, a string if it is refused. */
function readTotals(point: UnknownObject): Totals | string | undefined {
  const count = readNumber(point['count'] ?? 0);
  if (!isCount(count)) return 'has a count that is not an integer of 0 or more';
  if (count === 0) return undefined;
  return { count, sum: readNumber(point['sum']), min: readNumber(point['min']), max: readNumber(point['max']) };
}

const isCount = (value: number | undefined): value is number => Number.isInteger(value) && (value ?? -1) >= 0;

function readCounts(list: unknown, packing: Packing): readonly number[] | undefined {
  const counts = readNumbers(list, packing);
  return counts?.every(isCount) === true ? counts : undefined;
}

/** Returns the buckets of positive values, or of the magnitudes of negative ones. */
function readSide(side: unknown, scale: number): readonly Bucket[] | undefined {
  if (side === undefined || side === null) return [];
  if (!isObject(side)) return undefined;
  const counts = readCounts(side['bucketCounts'], 'varint');
  const offset = readNumber(side['offset']) ?? 0;
  if (counts === undefined || !Number.isInteger(offset)) return undefined;
  const bucketAt = (index: number, count: number): Bucket => ({
    lower: boundOf(offset + index, scale),
    upper: boundOf(offset + index + 1, scale),
    count,
  });
  return filledBuckets(counts, bucketAt);
}

/** Most buckets are empty: no object is made for them. */
function filledBuckets(counts: readonly number[], bucketAt: (index: number, count: number) => Bucket): Bucket[] {
  const buckets: Bucket[] = [];
  counts.forEach((count, index) => {
    if (count > 0) buckets.push(bucketAt(index, count));
  });
  return buckets;
}

/** Returns the upper bound of the bucket before an index: a power of 2^(2^-scale), within the finite numbers. */
const boundOf = (index: number, scale: number): number => Math.min(2 ** (index / 2 ** scale), Number.MAX_VALUE);
