import { BadRowError } from './badRowError.js';

/**
 * How to handle an error:
 *
 * | class          | meaning                                    | the caller                                           |
 * |----------------|--------------------------------------------|------------------------------------------------------|
 * | `data`         | these rows can never be stored             | finds the bad row, dead-letters it, stores the rest  |
 * | `conflict`     | another transaction won                    | repeats the transaction at once                      |
 * | `no_partition` | no partition covers this arrival time      | creates it, repeats                                  |
 * | `outage`       | the server or the connection; all others   | waits with back-off, as long as necessary            |
 */
export type ErrorClass = 'data' | 'outage' | 'conflict' | 'no_partition';

const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
/** Data exceptions, integrity violations, limits of one row or value; a key twice in one upsert. */
const DATA = /^(?:22|23|54)|^21000$/;
const CHECK_VIOLATION = '23514';

/**
 * Returns the class of an error thrown by a query. Unknown errors are outages: waiting loses nothing, whereas a dead letter
 * because of a full disk or a missing migration would blame the event.
 */
export function classifyError(error: unknown): ErrorClass {
  if (error instanceof BadRowError) return 'data';
  const sqlstate = sqlstateOf(error);
  if (sqlstate === undefined) return 'outage';
  if (CONFLICTS.has(sqlstate)) return 'conflict';
  if (sqlstate === CHECK_VIOLATION && isUnnamed(error)) return 'no_partition';
  return DATA.test(sqlstate) ? 'data' : 'outage';
}

/** The five-character SQLSTATE of an error that PostgreSQL sent; `undefined` for Node's and the driver's own errors. */
export function sqlstateOf(error: unknown): string | undefined {
  if (error instanceof BadRowError) return error.sqlstate;
  if (!isFromServer(error)) return undefined;
  return error.code;
}

/** Whether PostgreSQL sent this error. Then the connection is in sync and can be used again. */
export function isFromServer(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return false;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);
}

/** A broken CHECK names its constraint; a missing partition has the same SQLSTATE and, alone, no constraint. */
const isUnnamed = (error: unknown): boolean => (error as { readonly constraint?: string }).constraint === undefined;

/** Whether the connection is unusable: a ROLLBACK would only wait on it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || isFromServer(error)) return false;
  return LOST.test(error.message) || ('syscall' in error && 'code' in error);
}

/** The driver's own errors have no code (pg 8): these are their messages. */
const LOST = /^(?:Query read timeout|Connection terminated|Client has encountered a connection error)/;
