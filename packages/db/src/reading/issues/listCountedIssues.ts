import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import { withinPage } from '../arrivalScan.js';
import { ISSUE_ID, joinIssue } from '../exceptions/joinIssue.js';
import type { Page, PageRequest } from '../page.js';
import { ofException, ofIssue, type IssueFilter } from './issueFilter.js';
import { ISSUE_ORDERS, placeOf, positionOf, type IssuePlace, type IssueSort } from './issueOrder.js';
import { COUNTED_COLUMNS, ISSUE_COLUMNS, toListedIssue, type IssueRow, type ListedIssue } from './storedIssue.js';

/** Columns of an issue that do not depend on which of its exceptions are counted. */
const FIXED = ISSUE_COLUMNS.filter((column) => !(COUNTED_COLUMNS as readonly string[]).includes(column));

/**
 * Returns the aggregates of rows `e` of exceptions, under the names of {@link COUNTED_COLUMNS}. @param matching
 * condition on the rows
 */
export const countedOf = (matching: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  count(*) filter (where ${matching}) as count,
  count(distinct e.user_key) filter (where ${matching}) as users,
  min(e.timestamp) filter (where ${matching}) as first_seen,
  max(e.timestamp) filter (where ${matching}) as last_seen,
  (array_agg(e.release order by e.timestamp, e.release collate "C")
    filter (where e.release is not null and ${matching}))[1] as first_release,
  (array_agg(e.release order by e.timestamp desc, e.release collate "C" desc)
    filter (where e.release is not null and ${matching}))[1] as last_release`;

/**
 * Returns issues with counts of the exceptions that match, sorted by these counts. Reads every exception of the range: call it
 * only for ranges with few exceptions.
 */
export async function listCountedIssues(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { sort, ...filter }: IssueFilter & { readonly sort: IssueSort },
): Promise<Page<ListedIssue>> {
  const order = ISSUE_ORDERS[sort];
  const value = sql.ref(`c.${order.value}`);
  const fixed = sql.join(FIXED.map((column) => sql.ref(`s.${column}`)));
  const counted = sql.join(COUNTED_COLUMNS.map((column) => sql.ref(`c.${column}`)));
  const behind = page.after === undefined ? undefined : placeOf(order, page.after);
  const conditions = [
    sql`s.project_id = ${projectId} and s.merged_into is null`,
    ...ofIssue(filter),
    ...(behind === undefined ? [] : [sql`(${value}, s.id) < (${behind.at}, ${behind.id})`]),
  ];
  const { rows } = await sql<IssueRow & IssuePlace>`
    select ${fixed}, ${counted}, ${value} as position
    from (
      select ${ISSUE_ID} as issue_id, ${countedOf(sql`true`)}
      from (
        select hash, timestamp, release, user_key from exceptions
        where ${withinPage(projectId, { ...page, after: undefined })} and ${ofException(filter)} offset 0) as e
      ${joinIssue(projectId)}
      group by 1) as c
    join issues s on s.id = c.issue_id
    where ${sql.join(conditions, sql` and `)}
    order by ${value} desc, s.id desc limit ${page.limit}`.execute(db.kysely);
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map((row) => toListedIssue(row, positionOf(row))),
    next: last === undefined ? undefined : positionOf(last),
    scannedToMs: undefined,
  };
}
