import { copyRows, type CopiedRow, type EventTableName, type Tx } from '@sluice/db';
import type { StoredRows, StoreName } from './definition.js';

/** Stores rows in the table of their events, as `copyRows` does. Metrics have no table: `derive` writes what is kept of them. */
export const copyStored = <Table extends StoreName>(
  tx: Tx,
  table: Table,
  rows: readonly StoredRows[Table][],
): Promise<void> =>
  hasTable(table)
    ? copyRows<EventTableName>(tx, table, rows as readonly CopiedRow<EventTableName>[])
    : Promise.resolve();

const hasTable = (name: StoreName): name is EventTableName => name !== 'metrics';
