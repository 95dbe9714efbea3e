import { dropPartitionsBefore, PARTITIONED_TABLES, type Database } from '@sluice/db';

const DAY_MS = 86_400_000;

/** A worker decides by its own clock whether a job's receipt may be gone; this much its clock may be off. */
const RECEIPT_MARGIN_MS = 3_600_000;

/** How long partitions are kept, in days. */
export interface KeptDays {
  /** Events and traces: the longest retention of any organization. */
  readonly events: number;
  readonly receipts: number;
}

/** Detaches and drops the partitions that nobody may read any more. Resolves with their names. */
export async function dropExpiredPartitions(db: Database, now: number, kept: KeptDays): Promise<readonly string[]> {
  const events = PARTITIONED_TABLES.filter((table) => table !== 'receipts');
  return [
    ...(await dropPartitionsBefore(db, events, now - kept.events * DAY_MS)),
    ...(await dropPartitionsBefore(db, ['receipts'], now - kept.receipts * DAY_MS - RECEIPT_MARGIN_MS)),
  ];
}
