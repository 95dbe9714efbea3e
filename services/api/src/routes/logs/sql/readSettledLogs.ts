import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, isoTime, LATE_AFTER_MS } from '@sluice/db';
import { ARRIVAL_SCAN, listedColumns, selectListed, withinBytes } from '@sluice/reading';
import { withCommonLevel, type StoredLog } from './listLogs.js';
import { logConditions, type LogFilter } from './logConditions.js';

/** Ranges of late logs that one read looks at; the newest. */
const MAX_RANGES = 500;

/** Most bytes of the logs of a read: of more, a reader of the tail gets the newest, too. */
const READ_BYTES = 1_048_576;

/** Which logs. */
export interface SettledRequest {
  /** `horizon` of the previous read: older transactions were read. `undefined` reads nothing and returns the horizon. */
  readonly afterHorizon: string | undefined;
  /** Milliseconds since 1970 by the clock of the database: no transaction from `afterHorizon` on first wrote before. */
  readonly sinceMs: number;
  /** The most logs; the newest. */
  readonly limit: number;
  readonly filter: LogFilter;
}

/** Logs of transactions that have ended since the previous read. */
export interface SettledLogs {
  /** All transactions before this one have ended. Send it as `afterHorizon` of the next read. */
  readonly horizon: string;
  /** The transaction of this read, later than `horizon` if a transaction holds the horizon back. */
  readonly own: string;
  /** When it was read by the clock of the database, milliseconds since 1970: transactions from `own` on first write later. */
  readonly readMs: number;
  /** Oldest arrival first. */
  readonly logs: readonly StoredLog[];
  /** Whether there were more than `limit`, more bytes, or more rows than a read scans, so that logs may be missing. */
  readonly truncated: boolean;
}

interface Horizon {
  readonly horizon: string;
  readonly top: string;
  readonly own: string;
  readonly readMs: number;
  readonly newest: number;
  readonly late: number;
  readonly ranges: number;
  /** Matching logs, without the limit of bytes; `null`: none. */
  readonly found: number | null;
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
 * Invariant: successive reads, each with the horizon of the one before, return every row once. Ids are in order of arrival and
 * transactions end in any order, so a position in ids would miss a late row. The horizon is the oldest transaction that still
 * runs: every transaction before it has ended, and its rows are visible or never will be. A read returns the rows of
 * transactions from the previous horizon up to its own, and a row has one transaction. A savepoint's transaction is younger than
 * the one around it, so the horizon passes it only after both have ended.
 *
 * Rows are found by arrival: from {@link LATE_AFTER_MS} before `sinceMs` on, and in the ranges that `markLateLogs` stored since
 * then. A log outside of both is of an older transaction. Where more than {@link ARRIVAL_SCAN} rows or {@link MAX_RANGES} ranges
 * would have to be scanned, the result is `truncated`.
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
  const reads = sql`${afterHorizon !== undefined}::bool`;
  const from = lowestIdAt(Math.max(0, sinceMs - LATE_AFTER_MS));
  const columns = sql`${listedColumns('logs')}, xmin::text::int8 as xid`;
  const matching = sql`
    select distinct on (id) * from settled where ${sql.join(conditions, sql` and `)} order by id desc limit ${limit + 1}`;
  // A snapshot does not have the transactions that run and are later than the last one that ended. So the read takes an id.
  const { rows } = await sql<SettledRow>`
    with h as materialized (
      select pg_snapshot_xmin(s)::text::int8 as horizon, pg_snapshot_xmax(s)::text::int8 as top,
        pg_current_xact_id()::text::int8 as own,
        floor(extract(epoch from statement_timestamp()) * 1000)::float8 as read_ms
      from pg_current_snapshot() s),
    newest as materialized (
      select ${columns} from logs where project_id = ${projectId} and id >= ${from} and ${reads}
      order by id desc limit ${ARRIVAL_SCAN}),
    ranges as materialized (
      select first_id, last_id from late_logs
      where project_id = ${projectId} and stored_at >= ${isoTime(sinceMs)}::timestamptz and ${reads}
      order by stored_at desc limit ${MAX_RANGES}),
    late as materialized (
      select l.* from ranges r cross join lateral (
        select ${columns} from logs
        where project_id = ${projectId} and id between r.first_id and r.last_id
        order by id desc limit ${ARRIVAL_SCAN}) l
      limit ${ARRIVAL_SCAN}),
    settled as (
      select l.* from (select * from newest union all select * from late) l cross join h
      where ${STORED_BY} >= ${afterHorizon ?? '0'}::int8 and ${STORED_BY} < h.horizon),
    matching as (${withinBytes(matching, 'desc', READ_BYTES)})
    select h.horizon, h.top, h.own, h.read_ms as "readMs", (select count(*)::int4 from newest) as newest,
      (select count(*)::int4 from late) as late, (select count(*)::int4 from ranges) as ranges, e.found, ${selectListed('logs', 'e')}
    from h left join matching e on true order by e.id`.execute(db.kysely);
  const [first] = rows;
  if (first === undefined) throw new Error('pg_current_snapshot returned no row');
  const found = rows.flatMap((row) => (row.id === null ? [] : [withCommonLevel(row)]));
  return {
    horizon: first.horizon,
    own: first.own,
    readMs: first.readMs,
    logs: found.slice(-limit),
    truncated:
      found.length > limit ||
      found.length < (first.found ?? 0) ||
      isCut(first) ||
      BigInt(afterHorizon ?? 0) > BigInt(first.top),
  };
}

/** A horizon from the future, which is of a database that was restored since, is reported like this, too. */
const isCut = ({ newest, late, ranges }: Horizon): boolean =>
  newest === ARRIVAL_SCAN || late === ARRIVAL_SCAN || ranges === MAX_RANGES;
