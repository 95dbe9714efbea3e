import { PARTITIONED_TABLES, type ListedPartition } from '@sluice/db';

/**
 * Returns for how many milliseconds from now on every table has partitions without a gap; 0 if one has none for now. A
 * partition whose removal was begun takes no rows.
 */
export function partitionsAhead(partitions: readonly ListedPartition[], nowMs: number): number {
  const usable = partitions.filter(({ detaching }) => !detaching);
  const ends = PARTITIONED_TABLES.map((table) => {
    const own = usable.filter((partition) => partition.table === table).sort((a, b) => a.fromMs - b.fromMs);
    let endMs = nowMs;
    for (const { fromMs, toMs } of own) if (fromMs <= endMs) endMs = Math.max(endMs, toMs);
    return endMs - nowMs;
  });
  return Math.min(...ends);
}
