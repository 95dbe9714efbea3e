import { sql } from 'kysely';
import { type Queryable, saturate } from '@sluice/db';
import { contains, type Page, type PageRequest, checkAfter, checkName } from '@sluice/reading';
import { inRange, type MetricFilter } from './metricFilter.js';

/** A metric with the totals of a range. */
export interface MetricTotals {
  readonly name: string;
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** The newest stored point in the range: a transaction's share of a minute, a minute, or an hour. */
  readonly last: { readonly time: Date; readonly avg: number };
}

/**
 * Returns the project's metrics with values in the range of arrival, by name; with `query`, those whose name contains it, ignoring case. The range has the resolution of minutes; a
 * compacted hour counts at its start. Reads the index of the points, which includes the sums, and no sketches.
 */
export async function listMetrics(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: MetricFilter & { readonly query?: string | undefined } = {},
): Promise<Page<MetricTotals>> {
  const { rows } = await sql<{
    name: string;
    count: string;
    sum: number;
    min: number;
    max: number;
    time: Date;
    avg: number;
  }>`
    select n.name, p.*, l.* from metric_names n
    cross join lateral (
      select sum(count) as count, sum(sum) as sum, min(min) as min, max(max) as max from metric_points
      where project_id = ${projectId} and name = n.name and ${inRange(page, filter)}
    ) as p
    cross join lateral (
      select minute as time, sum / count as avg from metric_points
      where project_id = ${projectId} and name = n.name and ${inRange(page, filter)}
      order by day desc, minute desc limit 1
    ) as l
    where n.project_id = ${projectId} and n.name > ${checkAfter(page.after, checkName) ?? ''}
      and ${sql.join([sql`p.count > 0`, ...contains('n.name', filter.query)], sql` and `)}
    order by n.name limit ${page.limit}`.execute(db.kysely);
  return {
    rows: rows.map(({ time, avg, ...row }) => ({
      ...row,
      count: Number(row.count),
      sum: saturate(row.sum),
      last: { time, avg },
    })),
    next: rows.length === page.limit ? rows.at(-1)?.name : undefined,
    scannedToMs: undefined,
  };
}
