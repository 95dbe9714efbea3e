import { MINUTE_MS } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Tx } from '@sluice/db';
import type { WindowCounts } from '../../conditions/condition.js';
import type { SeriesTarget } from '../../decide/seriesTarget.js';

/** A window of a series that has many more rows than minutes. Times are milliseconds since 1970. */
export interface CrowdedWindow {
  readonly projectId: string;
  readonly series: string;
  readonly fromMs: number;
  readonly endMs: number;
}

/** Rows of a window beyond one for each minute that are left as they are: their sum takes less than a millisecond. */
const MOST_ROWS = 2_000;

/** Windows of one call. */
const MOST_WINDOWS = 100;

/** Returns the windows whose rows are worth compacting. */
export const crowdedWindows = (
  minutes: readonly { readonly target: SeriesTarget; readonly endMs: number }[],
  windows: readonly WindowCounts[],
): readonly CrowdedWindow[] =>
  minutes.flatMap(({ target: { projectId, series, condition }, endMs }, index) => {
    if ((windows[index]?.rows ?? 0) <= condition.windowMinutes + MOST_ROWS) return [];
    return [{ projectId, series, fromMs: endMs - condition.windowMinutes * MINUTE_MS, endMs }];
  });

/**
 * Replaces the rows that transactions of workers counted in a minute by one row with their sum, in windows that are slow to sum.
 *
 * Invariant: the sum of a minute is that of all events of it that are stored, at any moment and for any reader. Each statement replaces
 * exactly the rows that it deletes; what arrives meanwhile or later is a row beside the sum. Two calls at the same time delete a row once.
 */
export async function compactMinutes(db: Database, windows: readonly CrowdedWindow[]): Promise<void> {
  for (const window of windows.slice(0, MOST_WINDOWS)) await inTransaction(db, (tx) => compact(tx, window));
}

async function compact(tx: Tx, { projectId, series, fromMs, endMs }: CrowdedWindow): Promise<void> {
  const [from, end] = [fromMs, endMs].map((ms) => new Date(ms).toISOString());
  await sql`
    with crowded as materialized (
      select minute from alert_minutes
      where project_id = ${projectId}::int8 and series = ${series} and minute >= ${from}::timestamptz
        and minute < ${end}::timestamptz
      group by minute having count(*) > 1),
    gone as (
      delete from alert_minutes a using crowded
      where a.project_id = ${projectId}::int8 and a.series = ${series} and a.minute = crowded.minute
      returning a.minute, a.part, a.count, a."over")
    insert into alert_minutes (project_id, series, minute, part, count, "over")
    select ${projectId}::int8, ${series}, minute, (array_agg(part order by part))[1], sum(count), sum("over")
    from gone group by minute`.execute(tx.kysely);
}
