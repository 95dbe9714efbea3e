import { sql, type Selectable } from 'kysely';
import type { Schema } from '@sluice/db';

/** What ends the ignoring of an issue, whichever comes first. */
interface IgnoreLimit {
  readonly time: Date | null;
  /** More exceptions until then. */
  readonly events: number | null;
  /** More users until then. */
  readonly users: number | null;
}

/** An issue without details. */
export interface StoredIssue {
  readonly id: string;
  readonly title: string;
  readonly culprit: string | null;
  readonly level: string;
  readonly status: 'open' | 'resolved' | 'ignored';
  /** The release that resolves it, if one was given. */
  readonly resolvedIn: string | null;
  /** The release after which the next one resolves it, if it is resolved in the next release. */
  readonly resolvedNext: string | null;
  /** When an ignored issue opens again; all `null`: never. */
  readonly ignoredUntil: IgnoreLimit;
  /** Id of the user who takes care of it. */
  readonly assigneeId: string | null;
  /** Open because an exception came back after it was resolved. */
  readonly isRegressed: boolean;
  readonly count: number;
  readonly users: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly firstRelease: string | null;
  readonly lastRelease: string | null;
  readonly latestEventId: string;
  /** The issue it was merged into. */
  readonly mergedInto: string | null;
}

/** Totals of all time. */
type IssueTotals = Pick<StoredIssue, 'count' | 'users' | 'firstSeen' | 'lastSeen'>;

/** An issue of a list. */
export interface ListedIssue extends StoredIssue {
  /** Whether its counts cover only a part of its exceptions, because not all could be scanned. */
  readonly approximate: boolean;
  /** Of all time; the fields of the issue are those of the counted exceptions. */
  readonly total: IssueTotals;
  /** Counted exceptions in the second half of the series minus those in the first; 0 without a series. */
  readonly trend: number;
  /** Counted exceptions by bucket; `undefined` if the list did not read them. */
  readonly series: readonly number[] | undefined;
  /** Its position in the list: the `after` of a page that begins after it. */
  readonly position: string;
}

/** Columns of a {@link StoredIssue}. */
export const ISSUE_COLUMNS = [
  'id',
  'title',
  'culprit',
  'level',
  'status',
  'resolved_in',
  'resolved_next',
  'reopened_at',
  'ignored_until',
  'ignored_count',
  'ignored_users',
  'assignee_id',
  'count',
  'users',
  'first_seen',
  'last_seen',
  'first_release',
  'last_release',
  'last_event_id',
  'merged_into',
] as const;

/** A row of {@link ISSUE_COLUMNS}. */
export type IssueRow = Pick<Selectable<Schema['issues']>, (typeof ISSUE_COLUMNS)[number]>;

/** Those of {@link ISSUE_COLUMNS} that depend on which exceptions are counted. */
export const COUNTED_COLUMNS = ['count', 'users', 'first_seen', 'last_seen', 'first_release', 'last_release'] as const;

/** Counts of some exceptions; times are `null` if there are none. */
export interface CountedRow {
  readonly count: string;
  readonly users: string;
  readonly first_seen: Date | null;
  readonly last_seen: Date | null;
  readonly first_release: string | null;
  readonly last_release: string | null;
}

/** The totals of a row whose counts are of some exceptions. */
export interface TotalsRow {
  readonly total_count: string;
  readonly total_users: string;
  readonly total_first_seen: Date;
  readonly total_last_seen: Date;
}

/** Selects {@link TotalsRow} of the table `issues` named `s`. */
export const TOTALS = sql`s.count as total_count, s.users as total_users, s.first_seen as total_first_seen,
  s.last_seen as total_last_seen`;

/** Converts a row to an issue of a list. */
export function toListedIssue(row: IssueRow & Partial<TotalsRow>, position: string): ListedIssue {
  const issue = toIssue({ ...row, count: row.total_count ?? row.count, users: row.total_users ?? row.users });
  return {
    ...issue,
    count: Number(row.count),
    users: Number(row.users),
    total: {
      count: issue.count,
      users: issue.users,
      firstSeen: row.total_first_seen ?? row.first_seen,
      lastSeen: row.total_last_seen ?? row.last_seen,
    },
    approximate: false,
    trend: 0,
    series: undefined,
    position,
  };
}

const more = (limit: string | null, now: string): number | null =>
  limit === null ? null : Math.max(0, Number(limit) - Number(now));

/** Converts a row to an issue. */
export const toIssue = (row: IssueRow): StoredIssue => ({
  id: row.id,
  title: row.title,
  culprit: row.culprit,
  level: row.level,
  status: row.status,
  resolvedIn: row.resolved_in,
  resolvedNext: row.resolved_next,
  ignoredUntil: {
    time: row.ignored_until,
    events: more(row.ignored_count, row.count),
    users: more(row.ignored_users, row.users),
  },
  assigneeId: row.assignee_id,
  isRegressed: row.status === 'open' && row.reopened_at !== null,
  count: Number(row.count),
  users: Number(row.users),
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
  firstRelease: row.first_release,
  lastRelease: row.last_release,
  latestEventId: row.last_event_id,
  mergedInto: row.merged_into,
});
