import { timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { lastScannedId, scannedRows, withinPage, type Page, type PageRequest } from '@sluice/reading';
import { ISSUE_ID, joinIssue } from '../../../sql/joinIssue.js';
import { selectIssue } from './selectIssue.js';
import { filteredColumns, ofException, ofIssue, type IssueFilter } from './issueFilter.js';
import { placeOf, positionOf, type IssueOrder, type IssuePlace, type IssueSort } from './issueOrder.js';
import { bucketOf, countBuckets, type SeriesRange } from './issueSeries.js';
import {
  COUNTED_COLUMNS,
  ISSUE_COLUMNS,
  TOTALS,
  toListedIssue,
  type IssueRow,
  type ListedIssue,
  type TotalsRow,
} from './storedIssue.js';

/** Which issues, in which order, and in which buckets their exceptions are counted. */
export interface IssueListRequest extends IssueFilter {
  readonly sort: IssueSort;
  /** Buckets of arrival for the series of each issue and for its trend. */
  readonly series?: SeriesRange | undefined;
}

/** Columns of an issue that do not depend on which of its exceptions are counted. */
const FIXED = ISSUE_COLUMNS.filter((column) => !(COUNTED_COLUMNS as readonly string[]).includes(column));

/** The time by which an exception is ordered, under that name: as a column of the rows `e` of {@link countedOf}. */
export const ORDERED_AT = sql`coalesce(ordered_at, timestamp) as ordered_at`;

/**
 * Returns the aggregates of rows `e` of exceptions, under the names of {@link COUNTED_COLUMNS}. @param matching
 * condition on the rows
 */
export const countedOf = (matching: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  count(*) filter (where ${matching}) as count,
  count(distinct e.user_key) filter (where ${matching}) as users,
  min(e.ordered_at) filter (where ${matching}) as first_seen,
  max(e.ordered_at) filter (where ${matching}) as last_seen,
  (array_agg(e.release order by e.ordered_at, e.release collate "C")
    filter (where e.release is not null and ${matching}))[1] as first_release,
  (array_agg(e.release order by e.ordered_at desc, e.release collate "C" desc)
    filter (where e.release is not null and ${matching}))[1] as last_release`;

const int8 = (column: string): Pick<IssueOrder, 'type'> & { readonly column: string } => ({ type: 'int8', column });
const at = (column: string): Pick<IssueOrder, 'type'> & { readonly column: string } => ({
  type: 'timestamptz',
  column,
});

/** What each sort compares: counts `c` of the exceptions, and for `newest` the issue. */
const SORTED_BY: Readonly<Record<IssueSort, ReturnType<typeof int8>>> = {
  lastSeen: at('c.last_seen'),
  firstSeen: at('c.first_seen'),
  newest: at('s.first_seen'),
  count: int8('c.count'),
  users: int8('c.users'),
  trend: int8('c.trend'),
};

/** The exceptions of a range that a list counts: the newest `ARRIVAL_SCAN`, of these the ones that match. */
export const countedExceptions = (
  projectId: string,
  page: PageRequest,
  filter: IssueFilter,
): RawBuilder<unknown> => sql`
  (select * from (${scannedRows(
    'exceptions',
    sql`id, hash, ${ORDERED_AT}, ${filteredColumns(filter)}`,
    withinPage(projectId, { ...page, after: undefined }),
  )}) as x where ${ofException(filter)})`;

interface CountedIssueRow extends IssueRow, TotalsRow {
  readonly position: IssuePlace['position'];
  readonly trend: string;
  readonly buckets: readonly number[] | null;
}

/**
 * Returns issues with counts of the exceptions that match, sorted by these counts. Reads the newest `ARRIVAL_SCAN` exceptions of
 * the range: if there are more, `scannedToMs` says back to when, all issues are `approximate`, and further pages are of the
 * same exceptions.
 */
export async function listCountedIssues(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { sort, series, ...filter }: IssueListRequest,
): Promise<Page<ListedIssue>> {
  const order = SORTED_BY[sort];
  const value = sql.ref(order.column);
  const counted = sql.join(COUNTED_COLUMNS.map((column) => sql.ref(`c.${column}`)));
  const behind = page.after === undefined ? undefined : placeOf(order, page.after);
  const conditions = [
    sql`s.project_id = ${projectId} and s.merged_into is null`,
    ...ofIssue(projectId, filter),
    ...(behind === undefined ? [] : [sql`(${value}, s.id) < (${behind.at}, ${behind.id})`]),
  ];
  const { rows } = await sql<CountedIssueRow>`
    select ${selectIssue(projectId, 's', FIXED)}, ${TOTALS}, ${counted}, c.trend, c.buckets, ${value} as position
    from (
      select ${ISSUE_ID} as issue_id, ${countedOf(sql`true`)}, ${bucketsOf(series)}
      from ${countedExceptions(projectId, page, filter)} as e
      ${joinIssue(projectId)}
      group by 1) as c
    join issues s on s.id = c.issue_id
    where ${sql.join(conditions, sql` and `)}
    order by ${value} desc, s.id desc limit ${page.limit}`.execute(db.kysely);
  const bound = await lastScannedId(db, 'exceptions', withinPage(projectId, { ...page, after: undefined }));
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map((row) => ({
      ...toListedIssue(row, positionOf(row)),
      approximate: bound !== undefined,
      trend: Number(row.trend),
      series: series === undefined ? undefined : countBuckets(row.buckets ?? [], series),
    })),
    next: last === undefined ? undefined : positionOf(last),
    scannedToMs: bound === undefined ? undefined : timeOfId(bound),
  };
}

/** Selects the buckets of rows `e`, and the trend: how many more are in the second half of the buckets than in the first. */
function bucketsOf(series: SeriesRange | undefined): RawBuilder<unknown> {
  if (series === undefined) return sql`0 as trend, null::int4[] as buckets`;
  const bucket = bucketOf(sql`e.id`, series);
  const half = Math.ceil(series.bounds.length / 2);
  return sql`
    count(*) filter (where ${bucket} > ${half}) - count(*) filter (where ${bucket} between 1 and ${half}) as trend,
    array_agg(${bucket}) as buckets`;
}
