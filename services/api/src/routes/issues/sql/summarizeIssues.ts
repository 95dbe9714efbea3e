import { timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { lastScannedId, withinPage, type PageRequest } from '@sluice/reading';
import { ISSUE_ID, joinIssue } from '../../../sql/joinIssue.js';
import { boundHours, hourSums } from './hourSums.js';
import { filteredColumns, ofException, ofIssue, readsExceptions, type IssueFilter } from './issueFilter.js';
import { countedExceptions } from './listCountedIssues.js';

/** What a summary counts: the filter of the list without its states, and the selected state. */
export interface SummaryRequest {
  /** Without `status`, `newSinceMs`, `isRegressed` and `assigneeId`. */
  readonly filter: IssueFilter;
  /** Issues first seen since then are new. */
  readonly newSinceMs: number;
  /** Whose issues `assigned` counts; `undefined`: none. */
  readonly userId: string | undefined;
  /** The states of the list whose exceptions and users are added up. */
  readonly selected: IssueFilter;
}

/** Issues by state, and the sums of the selected ones. `fresh` and `regressed` are among `open`. */
export interface IssueSummary {
  readonly open: number;
  readonly fresh: number;
  readonly regressed: number;
  /** Open and assigned to the user. */
  readonly assigned: number;
  readonly resolved: number;
  readonly ignored: number;
  readonly events: number;
  readonly users: number;
  /** Whether `users` is a lower bound, because only those of the newest exceptions were read. */
  readonly approximate: boolean;
  /** Set if all numbers are of what arrived since then, because there is more than one summary reads. */
  readonly scannedToMs: number | undefined;
}

/** The newest exceptions whose users are counted where exceptions are counted by sums. */
const USER_SCAN = 10_000;

type SummaryRow = Readonly<Record<Exclude<keyof IssueSummary, 'approximate' | 'scannedToMs'>, string>>;

/**
 * Returns how many issues a list has in each state, and the exceptions and users of the selected ones. The numbers come from the
 * same rows as those of `listIssues`, so that the `count` of all its pages adds up to `events`. `users` counts each user once.
 */
export async function summarizeIssues(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  request: SummaryRequest,
): Promise<IssueSummary> {
  const within = withinPage(projectId, { ...page, after: undefined });
  const bound = await lastScannedId(db, 'exceptions', within);
  if (bound === undefined || readsExceptions(request.filter)) {
    const row = await ofExceptions(db, projectId, page, request);
    return {
      ...numbersOf(row),
      approximate: bound !== undefined,
      scannedToMs: bound === undefined ? undefined : timeOfId(bound),
    };
  }
  const { page: hours, scannedToMs } = await boundHours(db, projectId, page);
  const [sums, users] = await Promise.all([
    ofHours(db, projectId, hours, request),
    countUsers(db, projectId, hours, request),
  ]);
  return { ...numbersOf({ ...sums, users }), approximate: true, scannedToMs };
}

const sumIf = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`count(*) filter (where ${condition})`;

/** Aggregates of rows of `issues` named `s` and the exceptions `events` of each. */
function aggregates(
  projectId: string,
  { newSinceMs, userId, selected }: SummaryRequest,
  events: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sumOf = (filter: IssueFilter) => sumIf(sql.join(ofIssue(projectId, filter), sql` and `));
  const isSelected = sql.join([sql`true`, ...ofIssue(projectId, selected)], sql` and `);
  return sql`
    ${sumOf({ status: 'open' })} as open,
    ${sumOf({ newSinceMs })} as fresh,
    ${sumOf({ isRegressed: true })} as regressed,
    ${userId === undefined ? sql`0` : sumOf({ status: 'open', assigneeId: userId })} as assigned,
    ${sumOf({ status: 'resolved' })} as resolved,
    ${sumOf({ status: 'ignored' })} as ignored,
    coalesce(sum(${events}) filter (where ${isSelected}), 0) as events`;
}

const ofProject = (projectId: string, filter: IssueFilter): RawBuilder<unknown> =>
  sql.join([sql`s.project_id = ${projectId} and s.merged_into is null`, ...ofIssue(projectId, filter)], sql` and `);

async function ofHours(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  request: SummaryRequest,
): Promise<SummaryRow> {
  const { rows } = await sql<SummaryRow>`
    select ${aggregates(projectId, request, sql`c.count`)}, 0 as users
    from (${hourSums(projectId, page, request.filter)}) as c join issues s on s.id = c.issue_id
    where ${ofProject(projectId, request.filter)}`.execute(db.kysely);
  return rows[0] ?? NOTHING;
}

/** Returns the number of users of the newest exceptions, each once, whichever of the selected issues they met. */
async function countUsers(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { filter, selected }: SummaryRequest,
): Promise<string> {
  const { rows } = await sql<{ users: string }>`
    select count(*) as users from (
      select e.user_key from (
        select hash, user_key from (
          select hash, ${filteredColumns(filter)} from exceptions
          where ${withinPage(projectId, { ...page, after: undefined })} order by id desc limit ${USER_SCAN}) as x
        where ${ofException(filter)} and user_key is not null group by 1, 2) as e ${joinIssue(projectId)}
      join issues s on s.id = ${ISSUE_ID}
      where ${ofProject(projectId, filter)} and ${sql.join([sql`true`, ...ofIssue(projectId, selected)], sql` and `)}
      group by 1) as met`.execute(db.kysely);
  return rows[0]?.users ?? '0';
}

/** Counts users once, whichever of the selected issues they met. */
async function ofExceptions(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  request: SummaryRequest,
): Promise<SummaryRow> {
  const isSelected = sql.join([sql`true`, ...ofIssue(projectId, request.selected)], sql` and `);
  const { rows } = await sql<SummaryRow>`
    with met as materialized (
      select ${ISSUE_ID} as issue_id, e.user_key, count(*) as count
      from ${countedExceptions(projectId, page, request.filter)} as e ${joinIssue(projectId)}
      group by 1, 2)
    select ${aggregates(projectId, request, sql`c.count`)},
      (select count(distinct m.user_key) from met m join issues s on s.id = m.issue_id
        where ${ofProject(projectId, request.filter)} and ${isSelected}) as users
    from (select issue_id, sum(count) as count from met group by 1) as c join issues s on s.id = c.issue_id
    where ${ofProject(projectId, request.filter)}`.execute(db.kysely);
  return rows[0] ?? NOTHING;
}

const NOTHING: SummaryRow = {
  open: '0',
  fresh: '0',
  regressed: '0',
  assigned: '0',
  resolved: '0',
  ignored: '0',
  events: '0',
  users: '0',
};

const numbersOf = (row: SummaryRow): Omit<IssueSummary, 'approximate' | 'scannedToMs'> => ({
  open: Number(row.open),
  fresh: Number(row.fresh),
  regressed: Number(row.regressed),
  assigned: Number(row.assigned),
  resolved: Number(row.resolved),
  ignored: Number(row.ignored),
  events: Number(row.events),
  users: Number(row.users),
});
