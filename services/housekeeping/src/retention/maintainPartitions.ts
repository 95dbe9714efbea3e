import { DAY_MS } from '@sluice/contract';
import { ensurePartitions, PARTITIONED_TABLES, type Database } from '@sluice/db';
import type { HousekeepingConfig } from '../config.js';

/**
 * Creates the partitions of today and of the days ahead, so that workers need not. Resolves with the names of new ones.
 */
export function maintainPartitions(
  db: Database,
  now: number,
  { partitionInterval, partitionsAheadDays }: HousekeepingConfig,
): Promise<readonly string[]> {
  return ensurePartitions(db, {
    tables: PARTITIONED_TABLES,
    interval: partitionInterval,
    fromMs: now,
    throughMs: now + partitionsAheadDays * DAY_MS,
  });
}
