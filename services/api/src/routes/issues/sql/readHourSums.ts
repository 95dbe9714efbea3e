import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { equals } from '@sluice/reading';
import type { SeriesRange } from './issueSeries.js';

/** Which sums by hour. Both ranges are of whole hours; milliseconds since 1970. */
interface HourSumsRequest {
  readonly fromMs: number;
  readonly toMs: number;
  readonly environment: string | undefined;
  readonly series?: SeriesRange | undefined;
}

/** Sums of an issue's exceptions. */
export interface HourSums {
  /** In the range. */
  readonly count: number;
  /** In each bucket of the series, if one was asked for. */
  readonly series?: readonly number[];
}

const moment = (ms: number): RawBuilder<unknown> => sql`${new Date(ms).toISOString()}::timestamptz`;

const within = (fromMs: number, toMs: number): RawBuilder<unknown> =>
  sql`c.hour >= hour_of(${moment(fromMs)}) and c.hour < ${moment(toMs)}`;

/** Returns sums of whole hours of these issues, for the range and the series at once. Issues without any are left out. */
export async function readHourSums(
  db: Queryable,
  projectId: string,
  issueIds: readonly string[],
  { fromMs, toMs, environment, series }: HourSumsRequest,
): Promise<ReadonlyMap<string, HourSums>> {
  if (issueIds.length === 0) return new Map();
  const bounds = series?.bounds ?? [];
  const { fromMs: seriesFromMs, toMs: seriesToMs } = series ?? { fromMs, toMs };
  // As float8, which PostgreSQL adds several times faster than int8 and exactly up to 2^53.
  const sumOf = (range: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`coalesce(sum(c.count::float8) filter (where ${range}), 0)::int8`;
  const bucket =
    series === undefined
      ? sql`0`
      : sql`width_bucket(c.hour, ${bounds.map((ms) => new Date(ms).toISOString())}::timestamptz[])`;
  const { rows } = await sql<SumRow>`
    select h.issue_id, ${bucket} as bucket, ${sumOf(within(fromMs, toMs))} as in_range,
      ${sumOf(within(seriesFromMs, seriesToMs))} as in_series
    from issue_hashes h join issue_hours c on c.project_id = h.project_id and c.hash = h.hash
    where h.project_id = ${projectId} and h.issue_id = any(${issueIds}::uuid[]) and h.count > 0
      and ${within(Math.min(fromMs, seriesFromMs), Math.max(toMs, seriesToMs))}
      and ${sql.join([sql`true`, ...equals('c.environment', environment)], sql` and `)}
    group by 1, 2`.execute(db.kysely);
  return sumByIssue(rows, series);
}

interface SumRow {
  readonly issue_id: string;
  /** From 1; 0 is before the series. */
  readonly bucket: number;
  readonly in_range: string;
  readonly in_series: string;
}

function sumByIssue(rows: readonly SumRow[], series: SeriesRange | undefined): ReadonlyMap<string, HourSums> {
  const counts = new Map<string, number>();
  const buckets = new Map<string, number[]>();
  for (const { issue_id: id, bucket, in_range: inRange, in_series: inSeries } of rows) {
    counts.set(id, (counts.get(id) ?? 0) + Number(inRange));
    const own = buckets.get(id) ?? Array.from({ length: series?.bounds.length ?? 0 }, () => 0);
    if (bucket >= 1) own[bucket - 1] = Number(inSeries);
    buckets.set(id, own);
  }
  const withSeries = (id: string) => (series === undefined ? {} : { series: buckets.get(id) ?? [] });
  return new Map([...counts].map(([id, count]) => [id, { count, ...withSeries(id) }]));
}
