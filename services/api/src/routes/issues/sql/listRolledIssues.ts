import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { Page, PageRequest } from '@sluice/reading';
import { selectIssue } from './selectIssue.js';
import { ofIssue } from './issueFilter.js';
import { hourSums } from './hourSums.js';
import { placeOf, positionOf, type IssuePlace } from './issueOrder.js';
import type { IssueListRequest } from './listCountedIssues.js';
import { toListedIssue, type IssueRow, type ListedIssue } from './storedIssue.js';

/** The two sorts that only sums by hour can answer. */
export type RolledSort = 'count' | 'trend';

/**
 * Returns issues with exceptions in the hours of the range, by their number or its growth, greatest first. The fields of the
 * issues are those of all time, except `count` and `trend`, which are of the whole hours of the range.
 */
export async function listRolledIssues(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { sort, series, ...filter }: IssueListRequest & { readonly sort: RolledSort },
): Promise<Page<ListedIssue>> {
  const value = sql.ref(`c.${sort}`);
  const behind = page.after === undefined ? undefined : placeOf({ type: 'int8' }, page.after);
  const conditions = [
    sql`s.project_id = ${projectId} and s.merged_into is null`,
    ...ofIssue(projectId, filter),
    ...(behind === undefined ? [] : [sql`(${value}, s.id) < (${behind.at}, ${behind.id})`]),
  ];
  const { rows } = await sql<IssueRow & IssuePlace & { own_count: string; trend: string }>`
    select ${selectIssue(projectId, 's')}, c.count as own_count, c.trend, ${value} as position
    from (${hourSums(projectId, page, { ...filter, series })}) as c join issues s on s.id = c.issue_id
    where ${sql.join(conditions, sql` and `)}
    order by ${value} desc, s.id desc limit ${page.limit}`.execute(db.kysely);
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map((row) => ({
      ...toListedIssue(row, positionOf(row)),
      count: Number(row.own_count),
      trend: Number(row.trend),
    })),
    next: last === undefined ? undefined : positionOf(last),
    scannedToMs: undefined,
  };
}
