import { shardsOf } from '../citus/shards.js';
import { classifyError, sqlstateOf } from '../connection/classifyError.js';
import type { Tx } from '../connection/inTransaction.js';
import { sendCopy } from '../connection/sendCopy.js';
import {
  COLUMN_TYPES,
  EVENT_COLUMNS,
  type CopyFormat,
  type EventColumn,
  type EventTableName,
  type CopiedRow,
} from '../schema/eventColumns.js';
import { BadRowError } from '../connection/badRowError.js';
import { copyLine } from './copyLine.js';
import { copyToNodes } from './copyToNodes.js';

/** SQLSTATE `data_exception`, for values that COPY's format cannot express. */
const UNWRITABLE = '22000';

type CopiedColumn = readonly [name: string, format: CopyFormat];

/** The columns of each table, in the order of COPY. */
const COLUMNS: ReadonlyMap<string, readonly CopiedColumn[]> = new Map(
  Object.entries(EVENT_COLUMNS).map(([table, columns]) => [
    table,
    Object.entries<EventColumn>(columns).map(([name, { type }]): CopiedColumn => [name, COLUMN_TYPES[type].copy]),
  ]),
);

/**
 * Stores rows in one COPY: all of them or, if it throws, none. The transaction is aborted by an error; call it under a
 * savepoint to continue. Ends within the statement timeout even if the server is gone.
 * @throws BadRowError for a row that PostgreSQL rejects, with its position if the server names it; other errors unchanged
 */
export async function copyRows<T extends EventTableName>(
  tx: Tx,
  table: T,
  rows: readonly CopiedRow<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = COLUMNS.get(table) ?? [];
  let lines = '';
  for (const [index, row] of rows.entries()) lines += writeLine(columns, row, index);
  const body = Buffer.from(lines);
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const copy = (target: string): Promise<void> => sendCopy(tx.client, `copy ${target} (${names}) from stdin`, body);
  try {
    await ((await shardsOf(tx, [])) === undefined
      ? copy(table)
      : copyToNodes(tx, { table, names, count: rows.length }, copy));
  } catch (error) {
    if (classifyError(error) !== 'data' || error instanceof BadRowError) throw error;
    throw badRow(error as ServerError, rows.length);
  }
}

function writeLine(columns: readonly CopiedColumn[], row: object, index: number): string {
  try {
    return copyLine(columns, row);
  } catch (error) {
    throw new BadRowError(index, UNWRITABLE, String(error), { cause: error });
  }
}

interface ServerError extends Error {
  readonly where?: string;
}

/** Matches `COPY spans, line 5, column timestamp: "…"` in any language of the server. */
const NAMED_LINE = /^COPY [^,]+,\D*(\d+)/m;

function badRow(error: ServerError, count: number): BadRowError {
  const line = Number(NAMED_LINE.exec(error.where ?? '')?.[1] ?? Number.NaN);
  const named = line >= 1 && line <= count ? line - 1 : undefined;
  return new BadRowError(named, sqlstateOf(error) ?? UNWRITABLE, error.message, { cause: error });
}
