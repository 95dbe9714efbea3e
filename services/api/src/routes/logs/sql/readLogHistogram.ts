import { HISTOGRAM_SCAN, lowestIdAt, timeOfId, WARNING_ALIAS } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { type Bars, ifSelective, withinPage, checkAfter, checkEventId } from '@sluice/reading';
import { logConditions, type LogFilter } from './logConditions.js';

/** Which logs to count. */
interface HistogramRequest {
  /** Bars of arrival. */
  readonly bars: Bars;
  /** `next` of the previous answer. */
  readonly after: string | undefined;
  readonly filter: LogFilter;
}

/** Number of logs of a level in an interval. */
interface HistogramCell {
  /** Start of the bar, milliseconds since 1970. */
  readonly timeMs: number;
  readonly level: string;
  readonly count: number;
}

/** Counts of the rows that were scanned. */
export interface LogHistogram {
  readonly cells: readonly HistogramCell[];
  /** Set if the scan reached its limit: the next request counts from there on. */
  readonly next: string | undefined;
  /** Everything that arrived since then is counted; `undefined` if the whole range is. */
  readonly scannedToMs: number | undefined;
}

/**
 * Counts matching logs by level and interval of arrival, exactly, in the newest {@link HISTOGRAM_SCAN} rows of the range; the
 * sum over all pages is the count of the range.
 */
export async function readLogHistogram(
  db: Queryable,
  projectId: string,
  { bars, after, filter }: HistogramRequest,
): Promise<LogHistogram> {
  const { fromMs, toMs, times, bounds } = bars;
  const within = withinPage(projectId, { fromMs, toMs, limit: 1, after });
  const ofTrace = filter.trace === undefined ? sql`true` : sql`trace_id = ${filter.trace}`;
  const selective = await ifSelective(db, 'logs', within, filter.trace === undefined ? undefined : ofTrace);
  const bound = selective === undefined ? await boundOf(db, within, checkAfter(after, checkEventId)) : undefined;
  const { rows } = await sql<{ slot: number; level: string; count: number }>`
    select width_bucket(id, ${bounds.map(lowestIdAt)}::uuid[]) as slot, level, count(*)::int4 as count
    from logs
    where ${within} and id >= ${bound ?? lowestIdAt(fromMs)} and ${ofTrace}
      and ${sql.join([sql`true`, ...logConditions(filter)], sql` and `)}
    group by 1, 2 order by 1, 2`.execute(db.kysely);
  return {
    cells: rows.map(({ slot, level, count }) => ({
      timeMs: times[slot - 1] ?? fromMs,
      level: level === WARNING_ALIAS ? 'warning' : level,
      count,
    })),
    next: bound,
    scannedToMs: bound === undefined ? undefined : timeOfId(bound),
  };
}

/** The id at which a scan ends; `undefined` if there are fewer rows. Index-only. */
async function boundOf(
  db: Queryable,
  within: ReturnType<typeof withinPage>,
  after: string | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from logs where ${within} order by id desc limit 1 offset ${HISTOGRAM_SCAN - 1}`.execute(db.kysely);
  const id = rows[0]?.id;
  return id === after ? undefined : id;
}
