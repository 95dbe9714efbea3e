import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { ARRIVAL_SCAN } from '../reading/arrivalScan.js';
import { listedColumns, selectListed } from '../reading/eventReads.js';
import { withCommonLevel, type StoredLog } from '../reading/logs/listLogs.js';
import { logConditions, type LogFilter } from '../reading/logs/logConditions.js';

/** Which logs. */
export interface SettledRequest {
  /** `horizon` of the previous read: older transactions were read. `undefined` reads nothing and returns the horizon. */
  readonly afterHorizon: string | undefined;
  /** Earliest arrival, milliseconds since 1970: a log that is stored later than its arrival by more is not found. */
  readonly sinceMs: number;
  /** The most logs; the newest. */
  readonly limit: number;
  readonly filter: LogFilter;
}

/** Logs of transactions that have ended since the previous read. */
export interface SettledLogs {
  /** All transactions before this one have ended. Send it as `afterHorizon` of the next read. */
  readonly horizon: string;
  /** Whether a transaction that still runs holds the horizon back. */
  readonly isHeldBack: boolean;
  /** Oldest arrival first. */
  readonly logs: readonly StoredLog[];
  /** Whether there were more than `limit`, or more rows than a read scans. */
  readonly truncated: boolean;
}

interface Horizon {
  readonly horizon: string;
  readonly top: string;
  readonly scanned: number;
}

/** The horizon, with a log if there is one. */
type SettledRow = Horizon & (StoredLog | { readonly id: null });

const EPOCH = '4294967296';

/** The transaction that stored the row `l`, with the epoch that `xmin` lacks: it is the nearest one below `top`. */
const STORED_BY = sql.raw(`(
  (h.top / ${EPOCH}) * ${EPOCH} + l.xid - case when (h.top / ${EPOCH}) * ${EPOCH} + l.xid >= h.top then ${EPOCH} else 0 end)`);

/**
 * Returns matching logs that became visible since the previous read, each exactly once.
 *
 * Invariant: successive reads, each with the horizon of the one before, return every row that is stored in the window once.
 * Ids are in order of arrival and transactions end in any order, so a position in ids would miss a late row. The horizon is the
 * oldest transaction that still runs: every transaction before it has ended, and its rows are visible or never will be. A read
 * returns the rows of transactions from the previous horizon up to its own, and a row has one transaction. A savepoint's
 * transaction is younger than the one around it, so the horizon passes it only after both have ended.
 */
export async function readSettledLogs(
  db: Queryable,
  projectId: string,
  { afterHorizon, sinceMs, limit, filter }: SettledRequest,
): Promise<SettledLogs> {
  const conditions = [
    ...(filter.trace === undefined ? [] : [sql`trace_id = ${filter.trace}`]),
    ...logConditions(filter),
    sql`true`,
  ];
  const { rows } = await sql<SettledRow>`
    with h as materialized (
      select pg_snapshot_xmin(s)::text::int8 as horizon, pg_snapshot_xmax(s)::text::int8 as top
      from pg_current_snapshot() s),
    newest as materialized (
      select ${listedColumns('logs')}, xmin::text::int8 as xid from logs
      where project_id = ${projectId} and id >= ${lowestIdAt(sinceMs)} and ${afterHorizon !== undefined}::bool
      order by id desc limit ${ARRIVAL_SCAN}),
    settled as (
      select l.* from newest l cross join h
      where ${STORED_BY} >= ${afterHorizon ?? '0'}::int8 and ${STORED_BY} < h.horizon),
    matching as (
      select * from settled where ${sql.join(conditions, sql` and `)} order by id desc limit ${limit + 1})
    select h.horizon, h.top, (select count(*)::int4 from settled) as scanned, ${selectListed('logs', 'e')}
    from h left join matching e on true order by e.id`.execute(db.kysely);
  const [first] = rows;
  if (first === undefined) throw new Error('pg_current_snapshot returned no row');
  const found = rows.flatMap((row) => (row.id === null ? [] : [withCommonLevel(row)]));
  return {
    horizon: first.horizon,
    isHeldBack: first.horizon !== first.top,
    logs: found.slice(-limit),
    // A horizon from the future is of a database that was restored since.
    truncated: found.length > limit || first.scanned === ARRIVAL_SCAN || BigInt(afterHorizon ?? 0) > BigInt(first.top),
  };
}
