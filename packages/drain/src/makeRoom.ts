import { ensurePartitions, type Database, type PartitionedTable, type PartitionInterval } from '@sluice/db';
import type { StoreDefinition } from './definition.js';

/**
 * Makes the partitions for arrivals between two moments where there are none: events that waited through a change of
 * retention, or arrived while nobody made partitions ahead. Does nothing where they exist.
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
