import { lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Bars } from '@sluice/reading';

/** The bars of an issue's series, by arrival. */
export type SeriesRange = Bars;

/** The bar of an event id: 0 before the range, 1 for its first bar. */
export function bucketOf(id: RawBuilder<unknown>, { bounds }: SeriesRange): RawBuilder<unknown> {
  return sql`width_bucket(${id}, ${bounds.map(lowestIdAt)}::uuid[])`;
}

/** Counts bucket numbers as {@link bucketOf} returns them. */
export function countBuckets(buckets: readonly number[], { bounds }: SeriesRange): readonly number[] {
  const count = bounds.length;
  const counts = Array.from({ length: count }, () => 0);
  for (const bucket of buckets) if (bucket >= 1 && bucket <= count) counts[bucket - 1] = (counts[bucket - 1] ?? 0) + 1;
  return counts;
}

/** The first moment of the second half: growth is counted from there. */
export const middleOf = ({ bounds, toMs }: SeriesRange): number => bounds[Math.ceil(bounds.length / 2)] ?? toMs;
