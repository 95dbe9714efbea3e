import { HOUR_MS, lowestIdAt } from '@sluice/contract';
import type { EventTableName } from '../schema/eventColumns.js';
import { TABLE_OF } from '../schema/schema.js';

/** How much time a partition holds. {@link DAY_TABLES} always have a day each: a day is part of their key. */
export type PartitionInterval = 'hour' | 'day';

/** Derived tables that are partitioned by a column `day`, the UTC day of arrival. */
export const DAY_TABLES = ['traces', 'metric_points', 'replay_sessions', 'visit_keys'] as const;

/** One of {@link DAY_TABLES}. */
export type DayTable = (typeof DAY_TABLES)[number];

/** A table that is partitioned by time of arrival. */
export type PartitionedTable = EventTableName | 'receipts' | DayTable;

/** Whether a table's partitions have days for bounds, not ids. */
export const isDayTable = (table: PartitionedTable): boolean => DAY_TABLES.some((name) => name === table);

/** Every {@link PartitionedTable}. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [...Object.values(TABLE_OF), 'receipts', ...DAY_TABLES];

/** A partition, for arrivals from `fromMs` (inclusive) to `toMs` (exclusive), milliseconds since 1970. */
export interface Partition {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const INTERVAL_MS: Readonly<Record<PartitionInterval, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS };

/** The partition of `interval` that holds a moment, named `<table>_pYYYYMMDD` or, for an hour, `<table>_pYYYYMMDDHH`. */
export function partitionAt(table: PartitionedTable, interval: PartitionInterval, ms: number): Partition {
  const length = INTERVAL_MS[interval];
  const fromMs = ms - (ms % length);
  const digits = new Date(fromMs).toISOString().replace(/\D/g, '');
  return { table, name: `${table}_p${digits.slice(0, interval === 'day' ? 8 : 10)}`, fromMs, toMs: fromMs + length };
}

/** Returns the partition with a name; `undefined` for any other name. */
export function partitionOfName(name: string): Partition | undefined {
  const match = /^([a-z_]+)_p(\d{4})(\d{2})(\d{2})(\d{2})?$/.exec(name);
  const table = PARTITIONED_TABLES.find((candidate) => candidate === match?.[1]);
  if (match === null || table === undefined) return undefined;
  const [year, month, day, hour] = [match[2], match[3], match[4], match[5]].map((digits) => Number(digits ?? 0));
  const fromMs = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour);
  return partitionAt(table, match[5] === undefined ? 'day' : 'hour', fromMs);
}

/** Returns the UTC day of a time as a column `day` has it: `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A partition's bounds as PostgreSQL reads them: ids, or days. */
export function boundsOf(partition: Partition): { readonly from: string; readonly to: string } {
  const bound = isDayTable(partition.table) ? dayOf : lowestIdAt;
  return { from: bound(partition.fromMs), to: bound(partition.toMs) };
}
