import { rowSelectionFeature, tableFeatures, useTable, type ColumnDef, type ReactTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column, DataTableProps } from './tableTypes';

const features = tableFeatures({ rowSelectionFeature });

/** What a table can do besides showing rows. */
export type RowFeatures = typeof features;

/** The model of a table: its columns, its rows, and which are selected. */
export type RowTable<Row extends object> = ReactTable<RowFeatures, Row>;

const toDefinition = <Row extends object>({ id, head, cell }: Column<Row>): ColumnDef<RowFeatures, Row> => ({
  id,
  header: head,
  cell: ({ row }) => cell(row.original),
});

/** Returns the model of a table. The server sorts and filters; selected rows are those of `selection`. */
export function useRowTable<Row extends object>({
  list,
  columns,
  rowKey,
  selection,
}: DataTableProps<Row>): RowTable<Row> {
  const definitions = useMemo(() => columns.map((column) => toDefinition(column)), [columns]);
  const data = list.rows as Row[];
  const keys = selection?.keys;
  const rowSelection = useMemo(() => Object.fromEntries([...(keys ?? [])].map((key) => [key, true as const])), [keys]);
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    enableRowSelection: selection !== undefined,
    state: { rowSelection },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      selection?.set(new Set(Object.keys(next)));
    },
  });
}
