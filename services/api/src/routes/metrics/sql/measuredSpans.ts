import { timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { equals, lastScannedId, scannedRows, withinPage } from '@sluice/reading';
import type { MetricFilter } from '@sluice/metrics';

/** Which spans with a value of a metric. */
export interface MeasuredRequest extends MetricFilter {
  readonly name: string;
  /** Name of the first root span of their traces. */
  readonly rootName?: string | undefined;
  /** Arrival, milliseconds since 1970; `toMs` is not included. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** A span with a value of a metric. */
export interface MeasuredSpan {
  /** The event id. */
  readonly id: string;
  readonly spanUuid: string;
  readonly traceId: string;
  readonly name: string;
  readonly timestamp: Date;
  readonly environment: string | null;
  readonly release: string | null;
  readonly value: number;
  /** Name of the first root span of its trace that arrived on the same day; `null` if none did. */
  readonly rootName: string | null;
}

/** Measured spans. */
export interface MeasuredSpans {
  readonly spans: readonly MeasuredSpan[];
  /** Set if the scan ended before the start of the range: spans that arrived since then were scanned. */
  readonly scannedToMs: number | undefined;
}

/** Order and number of measured spans. */
export interface MeasuredOrder {
  readonly by: 'largest' | 'smallest' | 'newest';
  readonly limit: number;
}

const ORDERS: Readonly<Record<MeasuredOrder['by'], RawBuilder<unknown>>> = {
  largest: sql`value desc, id desc`,
  smallest: sql`value, id desc`,
  newest: sql`id desc`,
};

/** The UTC day of arrival of the row `s`, by which traces are partitioned. */
const DAY = sql`
  (to_timestamp(('x' || translate(left(s.id::text, 13), '-', ''))::bit(48)::int8 / 1000.0) at time zone 'UTC')::date`;

/**
 * Returns spans with a value of a metric, from the newest `ARRIVAL_SCAN` spans of the range: no index finds them. The name of
 * the root is that of the span itself, or is read from its trace: `limit 1` keeps the planner from joining all traces instead.
 */
export async function readMeasuredSpans(
  db: Queryable,
  projectId: string,
  request: MeasuredRequest,
  { by, limit }: MeasuredOrder,
): Promise<MeasuredSpans> {
  const { name, rootName, environment, release } = request;
  const within = withinPage(projectId, { ...request, limit, after: undefined });
  const columns = sql`id, span_uuid, trace_id, parent_id, name, timestamp, environment, release, metrics`;
  const matching = [sql`metrics ? ${name}`, ...equals('environment', environment), ...equals('release', release)];
  const first = sql`order by ${ORDERS[by]} limit ${limit}`;
  const { rows } = await sql<MeasuredSpan>`
    select id, span_uuid as "spanUuid", trace_id as "traceId", name, timestamp, environment, release, value,
      root_name as "rootName"
    from (
      select s.*, coalesce(case when s.parent_id is null then s.name end, t.name) as root_name
      from (
        select id, span_uuid, trace_id, parent_id, name, timestamp, environment, release,
          (metrics ->> ${name})::float8 as value
        from (${scannedRows('spans', columns, within)}) as newest
        where ${sql.join(matching, sql` and `)} ${rootName === undefined ? first : sql`offset 0`}) as s
      left join lateral (
        select roots -> 0 ->> 'name' as name from traces
        where s.parent_id is not null and project_id = ${projectId} and day = ${DAY} and trace_id = s.trace_id
        limit 1) as t on true
    ) as measured
    where ${rootName === undefined ? sql`true` : sql`root_name = ${rootName}`}
    ${first}`.execute(db.kysely);
  const last = await lastScannedId(db, 'spans', within);
  return { spans: rows, scannedToMs: last === undefined ? undefined : timeOfId(last) };
}
