import { ensurePartitions, type Database, type PartitionedTable, type PartitionInterval } from '@sluice/db';
import type { StoreDefinition } from './definition.js';

/**
 * Creates the partitions for arrivals between two times, if they do not exist: for events that waited through a change of
 * retention, or that arrived while housekeeping did not run.
 */
export async function makeRoom(
  db: Database,
  tables: readonly PartitionedTable[],
  interval: PartitionInterval,
  [fromMs, throughMs]: readonly [fromMs: number, throughMs: number],
): Promise<void> {
  await ensurePartitions(db, { tables, interval, fromMs, throughMs });
}

/** The partitioned tables that rows of a definition go to. */
export const rowTables = (definition: Pick<StoreDefinition, 'table' | 'partitioned'>): readonly PartitionedTable[] => [
  definition.table,
  ...definition.partitioned,
];
