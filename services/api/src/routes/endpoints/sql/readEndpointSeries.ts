import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { type Bars, type Range, barAt } from '@sluice/reading';
import { endpointTotals, type EndpointSums, type EndpointTotals } from './endpointRows.js';

/** Which root spans. */
export interface EndpointSeriesRequest {
  /** Empty for all names. */
  readonly name: string;
  readonly environment?: string | undefined;
  /** Bars of arrival, of an hour or more. */
  readonly bars: Bars;
}

/** The root spans of one interval. */
interface EndpointPoint extends EndpointTotals {
  /** Start of the bar, milliseconds since 1970. */
  readonly timeMs: number;
  /** The hours of the range that are in the bar. */
  readonly hours: Range;
}

/** The series of root spans. */
export interface EndpointSeries {
  /** In order; intervals without a root span have none. */
  readonly points: readonly EndpointPoint[];
  /** Whether spans of the range are stored that housekeeping has not derived yet. */
  readonly isPending: boolean;
}

/** Returns the series of root spans with a name: reads one row for each hour and environment. */
export async function readEndpointSeries(
  db: Queryable,
  projectId: string,
  request: EndpointSeriesRequest,
): Promise<EndpointSeries> {
  const { name, environment, bars } = request;
  const { fromMs, toMs, times, bounds } = bars;
  const [{ rows }, isPending] = await Promise.all([
    sql<EndpointSums & { slot: number }>`
      select ${barAt(sql`hour`, bars)} as slot,
        sum(count) as count, sum(errors) as errors, sum(sum) as sum, min(min) as min, max(max) as max,
        string_agg(sketch, ' ') as sketches
      from endpoint_hours
      where project_id = ${projectId} and name = ${name}
        and ${environment === undefined ? sql`true` : sql`environment = ${environment}`}
        and hour >= ${new Date(fromMs)} and hour < ${new Date(toMs)}
      group by 1 order by 1`.execute(db.kysely),
    isRollUpPending(db, projectId, bars),
  ]);
  const points = rows.map((row) => ({
    timeMs: times[row.slot - 1] ?? fromMs,
    hours: { fromMs: bounds[row.slot - 1] ?? fromMs, toMs: bounds[row.slot] ?? toMs },
    ...endpointTotals(row),
  }));
  return { points, isPending };
}

/** Returns whether an hour of the range got spans since it was derived. */
export async function isRollUpPending(
  db: Queryable,
  projectId: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists(
      select from span_arrivals
      where project_id = ${projectId} and hour >= ${new Date(fromMs)} and hour < ${new Date(toMs)}) as pending`.execute(
    db.kysely,
  );
  return rows[0]?.pending === true;
}
