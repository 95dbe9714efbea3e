import { sql, type RawBuilder } from 'kysely';
import { type Queryable, OTHER } from '@sluice/db';
import { lastScannedId, withinPage, type Page, type PageRequest, scanPage, wholeHours } from '@sluice/reading';
import { countExceptions } from './countExceptions.js';
import { boundHours } from './hourSums.js';
import { countsSome, ofIssue, readsExceptions, type IssueFilter } from './issueFilter.js';
import { selectIssue } from './selectIssue.js';
import { ISSUE_ORDERS, placeOf, positionOf, type IssueOrder, type IssuePlace } from './issueOrder.js';
import { listCountedIssues, type IssueListRequest } from './listCountedIssues.js';
import { listRolledIssues } from './listRolledIssues.js';
import { toListedIssue, type IssueRow, type ListedIssue } from './storedIssue.js';

/** Issues scanned for one page. */
export const ISSUE_SCAN = 10_000;

/**
 * Returns issues in the order of `sort`, greatest first, ties by id, without merged ones. Without a range or a filter of
 * exceptions, counts are of all time. With one, an issue is listed if such exceptions of it are stored, and count, users, first
 * and last sighting and release are of these; the range is one of arrival.
 *
 * | exceptions in the range | order and numbers |
 * |---|---|
 * | at most `ARRIVAL_SCAN` | exact |
 * | more, filtered by level, tag, user or address | of the newest `ARRIVAL_SCAN`; `scannedToMs` is set |
 * | more, sorted by `count` or `trend` | by the sums of whole hours, of which the newest `HOUR_SCAN` are read |
 * | more, sorted otherwise | in the order of all time; issues with many exceptions are `approximate` |
 *
 * Scans {@link ISSUE_SCAN} issues a page.
 */
export async function listIssues(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  asked: IssueListRequest,
): Promise<Page<ListedIssue>> {
  if (!countsSome(page, asked)) return listInOrder(db, projectId, page, asked);
  // Before the first statement: rejects positions of other lists.
  if (page.after !== undefined) placeOf(ISSUE_ORDERS[asked.sort], page.after);
  if (readsExceptions(asked) || !(await hasMany(db, projectId, page))) {
    return listCountedIssues(db, projectId, page, asked);
  }
  const { sort, series, ...filter } = asked;
  if (sort !== 'count' && sort !== 'trend') {
    const hours = wholeHours(page);
    const found = await listInOrder(db, projectId, hours, asked);
    return {
      ...found,
      rows: await countExceptions(db, projectId, { page: hours, filter, issues: found.rows, series }),
    };
  }
  const { page: hours, scannedToMs } = await boundHours(db, projectId, page);
  const found = await listRolledIssues(db, projectId, hours, { ...asked, sort });
  const counted = await countExceptions(db, projectId, { page: hours, filter, issues: found.rows, series });
  // In the order of the sums, with their numbers: the scanned exceptions give the rest.
  const sums = new Map(found.rows.map(({ id, count, trend }) => [id, { count, trend }]));
  return { ...found, scannedToMs, rows: counted.map((issue) => ({ ...issue, ...sums.get(issue.id) })) };
}

/** Whether more exceptions arrived in the range than a list counts one by one. */
const hasMany = async (db: Queryable, projectId: string, page: PageRequest): Promise<boolean> =>
  (await lastScannedId(db, 'exceptions', withinPage(projectId, { ...page, after: undefined }))) !== undefined;

async function listInOrder(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { sort, ...filter }: IssueListRequest,
): Promise<Page<ListedIssue>> {
  const order = ISSUE_ORDERS[sort];
  const { rows, ...rest } = await scanPage<IssueRow & IssuePlace>(db, {
    candidates: sql`
      select ${selectIssue(projectId, 'issues')}, touched_at, ${sql.ref(order.group)} as "group", ${sql.ref(order.value)} as position from issues
      where project_id = ${projectId} and merged_into is null and ${after(order, page.after)}
      order by ${sql.ref(order.group)} desc, ${sql.ref(order.value)} desc, id desc limit ${ISSUE_SCAN}`,
    most: ISSUE_SCAN,
    conditions: conditions(projectId, page, filter),
    inOrder: sql`order by s."group" desc, s.position desc, s.id desc`,
    limit: page.limit,
    positionOf,
    timeOf: ({ position }) => (position instanceof Date ? position : undefined),
  });
  return { rows: rows.map((row) => toListedIssue(row, positionOf(row))), ...rest };
}

/** Keyset predicate of a page. @throws PositionError if this list did not write the position */
function after(order: IssueOrder, position: string | undefined): RawBuilder<unknown> {
  if (position === undefined) return sql`true`;
  const { at, id } = placeOf(order, position);
  return sql`${sql.ref(order.group)} <= ${order.groupOf(at)} and (${sql.ref(order.value)}, id) < (${at}, ${id})`;
}

function conditions(projectId: string, page: PageRequest, filter: IssueFilter): readonly RawBuilder<unknown>[] {
  const { environment, release } = filter;
  // Names above the caps were counted under `(other)`; only the exceptions show whether they have this one.
  const seenIn = (table: string, column: string, value: string): RawBuilder<unknown> => sql`exists (
    select from issue_hashes h join ${sql.table(table)} c on c.project_id = h.project_id and c.hash = h.hash
    where h.project_id = ${projectId} and h.issue_id = s.id and c.${sql.raw(column)} in (${value}, ${OTHER}))`;
  return [
    // `touched_at` follows arrivals and lags by an hour at most.
    sql`s.touched_at >= ${new Date(page.fromMs).toISOString()}::timestamptz - interval '1 hour'`,
    // An event may be a minute ahead of its arrival (protocol 2.1). Added by PostgreSQL, which knows years beyond 9999.
    sql`s.first_seen < ${new Date(page.toMs).toISOString()}::timestamptz + interval '1 minute'`,
    ...ofIssue(projectId, filter),
    ...(environment === undefined ? [] : [seenIn('issue_hours', 'environment', environment)]),
    ...(release === undefined ? [] : [seenIn('issue_releases', 'release', release)]),
  ];
}
