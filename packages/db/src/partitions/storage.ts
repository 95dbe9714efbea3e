import { COLUMN_TYPES, EVENT_COLUMNS, type EventColumn, type EventTableName } from '../schema/eventColumns.js';
import type { PartitionedTable } from './partition.js';

/**
 * For tables to which rows are only added. A partition starts empty: with PostgreSQL's defaults a busy one would be vacuumed
 * and analyzed once a minute while it grows, for seconds each time.
 */
const APPENDED = [
  'autovacuum_vacuum_insert_threshold = 1000000',
  'autovacuum_vacuum_insert_scale_factor = 0.5',
  'autovacuum_analyze_threshold = 10000',
  'autovacuum_analyze_scale_factor = 1',
].join(', ');

/** Storage parameters of partitions, as in `with (…)` of `create table`. */
export const STORAGE: Readonly<Partial<Record<PartitionedTable, string>>> = {
  exceptions: APPENDED,
  spans: APPENDED,
  logs: APPENDED,
  hits: APPENDED,
  replays: APPENDED,
  receipts: APPENDED,
  // Rows of `traces` are updated often: room on the page keeps updates out of the indexes.
  traces: 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05',
};

/** Statistics target of columns other than JSON: `analyze` reads 300 times as many rows. Reads are by key and time and need few. */
const SAMPLED = 20;

/**
 * Returns the statistics targets of these columns of a partition (`set statistics`); empty for the default. JSON has target 0:
 * no plan depends on it, and unpacking and sorting it is most of the cost of an `analyze`.
 */
export function statisticsOf(table: PartitionedTable, names: readonly string[]): readonly number[] {
  if (!(table in EVENT_COLUMNS)) return [];
  const columns: Readonly<Record<string, EventColumn>> = EVENT_COLUMNS[table as EventTableName];
  return names.map((name) => {
    const column = columns[name];
    return column !== undefined && COLUMN_TYPES[column.type].copy === 'json' ? 0 : SAMPLED;
  });
}
