import type { VISIT_DIMENSIONS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { ofBars, ofBuckets, type Buckets, barAt } from '@sluice/reading';

/** Counts of visits. */
export interface VisitCounts {
  /** Each once a UTC day, where its first hit of that day is. */
  readonly visitors: number;
  /** Where they began. */
  readonly visits: number;
  readonly pageviews: number;
  readonly customs: number;
}

/** Which visits. */
interface VisitFilter {
  readonly environment?: string | undefined;
  /** Those of bots; by default those of people. */
  readonly bots?: boolean;
}

/** Hits with a property. */
interface VisitPart {
  readonly dimension: VisitDimension;
  readonly value: string;
}

/** One of {@link VISIT_DIMENSIONS}. */
export type VisitDimension = (typeof VISIT_DIMENSIONS)[number];

const COUNTS = sql.raw(
  'sum(visitors) as visitors, sum(visits) as visits, sum(pageviews) as pageviews, sum(customs) as customs',
);

type CountRow = Readonly<Record<keyof VisitCounts, string>>;

const toCounts = (row: CountRow): VisitCounts => ({
  visitors: Number(row.visitors),
  visits: Number(row.visits),
  pageviews: Number(row.pageviews),
  customs: Number(row.customs),
});

/** Returns the visits of each bar that has any, or those of a part of the hits, by its time. */
export async function readVisitSeries(
  db: Queryable,
  projectId: string,
  buckets: Buckets,
  { environment, bots = false, part }: VisitFilter & { readonly part?: VisitPart | undefined },
): Promise<ReadonlyMap<number, VisitCounts>> {
  const { rows } = await sql<CountRow & { readonly bar: number }>`
    select ${barAt(sql`start`, buckets)} as bar, ${COUNTS} from visit_counts
    where ${ofBars({ projectId, dimension: part?.dimension ?? 'all', environment }, buckets)} and bot = ${bots}
      and value = ${part?.value ?? ''}
    group by 1`.execute(db.kysely);
  return new Map(rows.map((row) => [buckets.times[row.bar - 1] ?? 0, toCounts(row)]));
}

/** What the values of a dimension are sorted by, and what their sum is compared with. */
/** What a value of a dimension is compared by. */
type Measure = 'visits' | 'pageviews' | 'customs';

const MEASURE: Readonly<Record<VisitDimension, Measure>> = {
  entry: 'visits',
  page: 'pageviews',
  referrer: 'visits',
  browser: 'visits',
  os: 'visits',
  device: 'visits',
  custom: 'customs',
  release: 'visits',
};

/** Values of a dimension with their counts. */
export interface VisitBreakdown {
  readonly measure: Measure;
  /** The most frequent ones; then `(other)` with all others, if there are any. */
  readonly values: readonly (VisitCounts & { readonly value: string })[];
  /** Different values, without `(other)`. */
  readonly distinct: number;
}

/**
 * Returns the most frequent values of a property. All other values are added up as `(other)`: the values add up to the series of
 * the same buckets, in the measure of the dimension.
 */
export async function readVisitBreakdown(
  db: Queryable,
  projectId: string,
  buckets: Buckets,
  { dimension, limit, ...filter }: VisitFilter & { readonly dimension: VisitDimension; readonly limit: number },
): Promise<VisitBreakdown> {
  const measure = MEASURE[dimension];
  const { rows } = await sql<CountRow & { readonly value: string; readonly distinct_values: string }>`
    with counted as (
      select value, ${COUNTS} from visit_counts
      where ${ofBuckets({ projectId, dimension, environment: filter.environment }, buckets)} and bot = ${filter.bots ?? false}
      group by value),
    ranked as (
      select *, row_number() over (order by value = '(other)', ${measureOf(measure)} desc, pageviews desc, value) as place
      from counted)
    select case when place <= ${limit} and value <> '(other)' then value else '(other)' end as value, ${COUNTS},
      (select count(*) from counted where value <> '(other)') as distinct_values
    from ranked group by 1 order by min(place)`.execute(db.kysely);
  return {
    measure,
    values: rows.map((row) => ({ value: row.value, ...toCounts(row) })),
    distinct: Number(rows[0]?.distinct_values ?? 0),
  };
}

const measureOf = (measure: keyof VisitCounts): RawBuilder<unknown> => sql.ref(measure);

/** Returns when the visits of the latest day of a project were last counted; `undefined` if none are. */
export async function readDerivedAt(
  db: Queryable,
  projectId: string,
  kind: 'hit' | 'exception' | 'replay',
): Promise<Date | undefined> {
  const row = await db.kysely
    .selectFrom('derived_days')
    .select('derived_at')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.derived_at;
}
