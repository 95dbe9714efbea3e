import { sql } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import type { SeriesRange } from './issueSeries.js';

/** Buckets of whole hours, and the environment whose exceptions are counted. */
export interface IssueSeriesRange extends SeriesRange {
  readonly environment?: string | undefined;
}

/** Returns the exceptions of each issue by bucket of arrival, from the sums by hour. Issues without any are left out. */
export async function readIssueSeries(
  db: Queryable,
  projectId: string,
  issueIds: readonly string[],
  { fromMs, stepMs, count, environment }: IssueSeriesRange,
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (issueIds.length === 0) return new Map();
  const bounds = Array.from({ length: count }, (_, index) => new Date(fromMs + index * stepMs).toISOString());
  const { rows } = await sql<{ issue_id: string; bucket: number; count: string }>`
    select h.issue_id, width_bucket(c.hour, ${bounds}::timestamptz[]) as bucket, sum(c.count::float8)::int8 as count
    from issue_hashes h join issue_hours c on c.project_id = h.project_id and c.hash = h.hash
    where h.project_id = ${projectId} and h.issue_id = any(${issueIds}::uuid[]) and h.count > 0
      and c.hour >= ${new Date(fromMs).toISOString()}::timestamptz
      and c.hour < ${new Date(fromMs + stepMs * count).toISOString()}::timestamptz
      ${environment === undefined ? sql`` : sql`and c.environment = ${environment}`}
    group by 1, 2`.execute(db.kysely);
  const series = new Map<string, number[]>();
  for (const row of rows) {
    const counts = series.get(row.issue_id) ?? Array.from({ length: count }, () => 0);
    counts[row.bucket - 1] = Number(row.count);
    series.set(row.issue_id, counts);
  }
  return series;
}
