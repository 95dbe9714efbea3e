import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { wholeHours, equals, type PageRequest } from '@sluice/reading';
import { middleOf, type SeriesRange } from './issueSeries.js';
import type { IssueListRequest } from './listCountedIssues.js';

/** About how many sums by hour one statement reads, the newest ones: 10,000 issues in three busy hours, or 200 in six days. */
const HOUR_SCAN = 30_000;

const moment = (ms: number): RawBuilder<unknown> => sql`${new Date(ms).toISOString()}::timestamptz`;

/**
 * A query of issues (`issue_id`) with their exceptions in the hours of the range (`count`) and how many more are in the second
 * half of the series than in the first (`trend`). Call it with a page of {@link boundHours}. With a release, an issue's
 * count is bounded by that of the release in all time.
 */
export function hourSums(
  projectId: string,
  page: PageRequest,
  { environment, release, series }: Pick<IssueListRequest, 'environment' | 'release' | 'series'>,
): RawBuilder<unknown> {
  const inRange = sql`
    select hash, hour, count from issue_hours
    where project_id = ${projectId} and hour >= ${moment(page.fromMs)} and hour < ${moment(page.toMs)}
      and ${sql.join([sql`true`, ...equals('environment', environment)], sql` and `)}`;
  // As float8, which PostgreSQL adds several times faster than int8 and exactly up to 2^53.
  const byHash = sql`
    select c.hash, sum(c.count::float8) as count, ${series === undefined ? sql`0::float8` : trendOf(series)} as trend
    from (${inRange}) as c group by c.hash`;
  if (release === undefined) {
    return sql`
      select h.issue_id, sum(c.count)::int8 as count, sum(c.trend)::int8 as trend from (${byHash}) as c
      join issue_hashes h on h.project_id = ${projectId} and h.hash = c.hash group by 1`;
  }
  return sql`
    select h.issue_id, sum(least(c.count, r.count))::int8 as count, sum(c.trend)::int8 as trend from (${byHash}) as c
    join issue_hashes h on h.project_id = ${projectId} and h.hash = c.hash
    join issue_releases r on r.project_id = ${projectId} and r.hash = c.hash and r.release = ${release} group by 1`;
}

/** How many more exceptions are in the second half of the series than in the first. */
function trendOf(series: SeriesRange): RawBuilder<unknown> {
  const late = sql`c.hour >= ${moment(middleOf(series))}`;
  const early = sql`not (${late}) and c.hour >= ${moment(series.fromMs)}`;
  return sql`
    coalesce(sum(c.count::float8) filter (where ${late}), 0)
      - coalesce(sum(c.count::float8) filter (where ${early}), 0)`;
}

/** A range of whole hours that has few enough sums to read. */
export interface BoundHours {
  readonly page: PageRequest;
  /** Where the range begins now, if it has more than {@link HOUR_SCAN} sums. */
  readonly scannedToMs: number | undefined;
}

/** Returns the newest whole hours of the range with about {@link HOUR_SCAN} sums. Index-only. */
export async function boundHours(db: Queryable, projectId: string, asked: PageRequest): Promise<BoundHours> {
  const page = wholeHours(asked);
  const { rows } = await sql<{ hour: Date }>`
    select hour from issue_hours
    where project_id = ${projectId} and hour >= ${moment(page.fromMs)} and hour < ${moment(page.toMs)}
    order by hour desc limit 1 offset ${HOUR_SCAN - 1}`.execute(db.kysely);
  const scannedToMs = rows[0]?.hour.getTime();
  return scannedToMs === undefined ? { page, scannedToMs } : { page: { ...page, fromMs: scannedToMs }, scannedToMs };
}
