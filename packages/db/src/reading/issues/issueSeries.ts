import { lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';

/** Equal buckets of arrival: `count` of them from `fromMs` (milliseconds since 1970) on. */
export interface SeriesRange {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly count: number;
}

/** The bucket of an event id: 0 before the range, 1 for its first bucket. */
export function bucketOf(id: RawBuilder<unknown>, { fromMs, stepMs, count }: SeriesRange): RawBuilder<unknown> {
  const bounds = Array.from({ length: count }, (_, index) => lowestIdAt(fromMs + index * stepMs));
  return sql`width_bucket(${id}, ${bounds}::uuid[])`;
}

/** Counts bucket numbers as {@link bucketOf} returns them. */
export function countBuckets(buckets: readonly number[], { count }: SeriesRange): readonly number[] {
  const counts = Array.from({ length: count }, () => 0);
  for (const bucket of buckets) if (bucket >= 1 && bucket <= count) counts[bucket - 1] = (counts[bucket - 1] ?? 0) + 1;
  return counts;
}

/** The first moment of the second half: growth is counted from there. */
export const middleOf = ({ fromMs, stepMs, count }: SeriesRange): number => fromMs + Math.ceil(count / 2) * stepMs;
