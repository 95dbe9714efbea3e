import { COLUMN_TYPES, EVENT_COLUMNS, type EventColumn, type EventTableName } from '../schema/eventColumns.js';
import type { PartitionedTable } from './partition.js';

/**
 * Rows that are only ever added. A partition is empty at the begin of its time: by PostgreSQL's defaults a busy one would be
 * vacuumed and analyzed once a minute while it doubles again and again, for seconds each, beside what fills it.
 */
const APPENDED = [
  'autovacuum_vacuum_insert_threshold = 1000000',
  'autovacuum_vacuum_insert_scale_factor = 0.5',
  'autovacuum_analyze_threshold = 10000',
  'autovacuum_analyze_scale_factor = 1',
].join(', ');

/** How a partition is stored, as `with (…)` of `create table` takes it. */
export const STORAGE: Readonly<Partial<Record<PartitionedTable, string>>> = {
  exceptions: APPENDED,
  spans: APPENDED,
  logs: APPENDED,
  hits: APPENDED,
  replays: APPENDED,
  receipts: APPENDED,
  // Rows of `traces` are updated again and again: room on the page keeps their updates out of the indexes.
  traces: 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05',
};

/** Of other columns 300 times as many rows are read: lists are found by key and time, for which far fewer would do. */
const SAMPLED = 20;

/**
 * How much `analyze` reads of each of these columns of a partition (`set statistics`); empty where as much as by default.
 * Of JSON nothing: no plan depends on it, and unpacking and sorting it costs most of an `analyze`.
 */
export function statisticsOf(table: PartitionedTable, names: readonly string[]): readonly number[] {
  if (!(table in EVENT_COLUMNS)) return [];
  const columns: Readonly<Record<string, EventColumn>> = EVENT_COLUMNS[table as EventTableName];
  return names.map((name) => {
    const column = columns[name];
    return column !== undefined && COLUMN_TYPES[column.type].copy === 'json' ? 0 : SAMPLED;
  });
}
