import { dropPartitionsBefore, PARTITIONED_TABLES, type Database } from '@sluice/db';

const HOUR_MS = 3_600_000;

/** A worker decides by its own clock whether a job's receipt may be gone; this much its clock may be off. */
const RECEIPT_MARGIN_HOURS = 1;

/** How long partitions are kept. */
export interface Kept {
  /** Events and traces: the longest retention of any organization. */
  readonly eventDays: number;
  readonly receiptHours: number;
}

/** Detaches and drops the partitions that nobody may read any more. Resolves with their names. */
export async function dropExpiredPartitions(db: Database, now: number, kept: Kept): Promise<readonly string[]> {
  const events = PARTITIONED_TABLES.filter((table) => table !== 'receipts');
  return [
    ...(await dropPartitionsBefore(db, events, now - kept.eventDays * 24 * HOUR_MS)),
    ...(await dropPartitionsBefore(db, ['receipts'], now - (kept.receiptHours + RECEIPT_MARGIN_HOURS) * HOUR_MS)),
  ];
}
