import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { classifyError, sqlstateOf } from '../connection/classifyError.js';
import type { Tx } from '../connection/inTransaction.js';
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

/** SQLSTATE `data_exception`, for what cannot even be written down. */
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
 * Stores rows in one COPY: all of them or, when it throws, none. A row that PostgreSQL refuses is a {@link BadRowError}
 * naming its position where the server does; the transaction is then aborted, so call it under a savepoint to go on.
 * Everything else is thrown as it came. Never hangs: a server that is gone ends it within the statement's time.
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
  try {
    await send(tx.client, `copy ${table} (${names}) from stdin`, body);
  } catch (error) {
    if (classifyError(error) !== 'data') throw error;
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

/**
 * The rows of one transaction are in memory anyway, so they go as one piece. The stream reports a lost connection as
 * `error` but is not destroyed by it: settling on the first event of either kind is what keeps this from hanging.
 */
function send(client: PoolClient, statement: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(statement));
    stream.on('error', reject);
    stream.on('finish', resolve);
    stream.end(body);
  });
}

interface ServerError extends Error {
  readonly where?: string;
}

/** `COPY spans, line 5, column timestamp: "…"`, in whatever language the server speaks. */
const NAMED_LINE = /^COPY [^,]+,\D*(\d+)/m;

function badRow(error: ServerError, count: number): BadRowError {
  const line = Number(NAMED_LINE.exec(error.where ?? '')?.[1] ?? Number.NaN);
  const named = line >= 1 && line <= count ? line - 1 : undefined;
  return new BadRowError(named, sqlstateOf(error) ?? UNWRITABLE, error.message, { cause: error });
}
