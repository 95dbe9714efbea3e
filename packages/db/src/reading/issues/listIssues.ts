import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import type { Page, PageRequest } from '../page.js';
import { checkMoment, checkRowId, partsOf } from '../position.js';
import { ISSUE_COLUMNS, toIssue, type IssueRow, type StoredIssue } from './storedIssue.js';

/** What a list of issues may be sorted by, the greatest first. */
export const ISSUE_SORTS = ['lastSeen', 'firstSeen', 'count', 'users'] as const;

/** One of {@link ISSUE_SORTS}. */
export type IssueSort = (typeof ISSUE_SORTS)[number];

/** Which issues; what is left out does not narrow. */
export interface IssueFilter {
  readonly status?: string | undefined;
  readonly level?: string | undefined;
  /** Part of title or culprit, upper and lower case alike. */
  readonly query?: string | undefined;
  /** Seen in this environment. */
  readonly environment?: string | undefined;
  /** Seen in this release. */
  readonly release?: string | undefined;
}

/** Issues looked at for one page. */
export const ISSUE_SCAN = 10_000;

interface Order {
  /** Indexed; moves seldom, and never against `value`. */
  readonly group: string;
  readonly value: string;
  readonly type: 'timestamptz' | 'int8';
  /** `group` of a value. */
  readonly groupOf: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const ORDERS: Readonly<Record<IssueSort, Order>> = {
  lastSeen: { group: 'last_seen_hour', value: 'last_seen', type: 'timestamptz', groupOf: (v) => sql`hour_of(${v})` },
  firstSeen: { group: 'first_seen', value: 'first_seen', type: 'timestamptz', groupOf: (v) => v },
  count: { group: 'count_class', value: 'count', type: 'int8', groupOf: (v) => sql`slow_class(${v})` },
  users: { group: 'users_class', value: 'users', type: 'int8', groupOf: (v) => sql`slow_class(${v})` },
};

/**
 * Issues in the order of `sort`, greatest first, ties by id; merged ones left out. The page's time range is about when they were
 * seen: last at `fromMs` or later, first before `toMs`. Looks at {@link ISSUE_SCAN} issues a page.
 */
export async function listIssues(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { sort, ...filter }: IssueFilter & { readonly sort: IssueSort },
): Promise<Page<StoredIssue>> {
  const order = ORDERS[sort];
  const columns = sql.join(ISSUE_COLUMNS.map((column) => sql.ref(column)));
  const candidates = sql`
    select ${columns}, ${sql.ref(order.group)} as "group", ${sql.ref(order.value)} as position from issues
    where project_id = ${projectId} and merged_into is null and ${after(order, page.after)} and ${since(sort, page.fromMs)}
    order by ${sql.ref(order.group)} desc, ${sql.ref(order.value)} desc, id desc limit ${ISSUE_SCAN}`;
  // The same order again, so that the rows come as they are found and no more are looked at than the page needs.
  const inOrder = sql`order by s."group" desc, s.position desc, s.id desc`;
  const { rows } = await sql<IssueRow & Position>`
    select s.* from (${candidates}) as s where ${sql.join(conditions(projectId, page, filter), sql` and `)}
    ${inOrder} limit ${page.limit}`.execute(db.kysely);
  const last = rows.at(-1);
  const issues = rows.map(toIssue);
  if (rows.length === page.limit && last !== undefined) {
    return { rows: issues, next: positionOf(last), scannedToMs: undefined };
  }
  const { rows: bounds } = await sql<Position>`
    select id, position from (${candidates}) as s ${inOrder}
    limit 1 offset ${ISSUE_SCAN - 1}`.execute(db.kysely);
  const [bound] = bounds;
  if (bound === undefined) return { rows: issues, next: undefined, scannedToMs: undefined };
  const at = bound.position instanceof Date ? bound.position.getTime() : undefined;
  return { rows: issues, next: positionOf(bound), scannedToMs: at };
}

interface Position {
  readonly id: string;
  readonly position: Date | string;
}

const positionOf = ({ id, position }: Position): string =>
  `${position instanceof Date ? position.toISOString() : position} ${id}`;

/** Behind a position that this list wrote. @throws PositionError where another text was given */
function after({ group, value, type, groupOf }: Order, position: string | undefined): RawBuilder<unknown> {
  if (position === undefined) return sql`true`;
  const [text = '', id = ''] = partsOf(position, type === 'int8' ? /^(\d{1,18}) (.+)$/ : /^(\S+) (.+)$/);
  const at = sql`${type === 'int8' ? text : checkMoment(text)}::${sql.raw(type)}`;
  return sql`${sql.ref(group)} <= ${groupOf(at)} and (${sql.ref(value)}, id) < (${at}, ${checkRowId(id)}::uuid)`;
}

/** The lower bound of the index where the list is in the order of the last sighting. */
const since = (sort: IssueSort, fromMs: number): RawBuilder<unknown> =>
  sort === 'lastSeen' ? sql`last_seen_hour >= hour_of(${new Date(fromMs).toISOString()}::timestamptz)` : sql`true`;

function conditions(projectId: string, page: PageRequest, filter: IssueFilter): readonly RawBuilder<unknown>[] {
  const { status, level, query, environment, release } = filter;
  const seenIn = (table: string, column: string, value: string): RawBuilder<unknown> => sql`exists (
    select from issue_hashes h join ${sql.table(table)} c on c.project_id = h.project_id and c.hash = h.hash
    where h.project_id = ${projectId} and h.issue_id = s.id and c.${sql.raw(column)} = ${value})`;
  return [
    sql`s.last_seen >= ${new Date(page.fromMs).toISOString()}::timestamptz`,
    sql`s.first_seen < ${new Date(page.toMs).toISOString()}::timestamptz`,
    ...(status === undefined ? [] : [sql`s.status = ${status}`]),
    ...(level === undefined ? [] : [sql`s.level = ${level}`]),
    ...(query === undefined
      ? []
      : [sql`position(lower(${query}) in lower(s.title || ' ' || coalesce(s.culprit, ''))) > 0`]),
    ...(environment === undefined ? [] : [seenIn('issue_hours', 'environment', environment)]),
    ...(release === undefined ? [] : [seenIn('issue_releases', 'release', release)]),
  ];
}
