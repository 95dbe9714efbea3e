import type { Selectable } from 'kysely';
import type { IssuesTable } from '../../schema/derivedSchema.js';

/** An issue without details. */
export interface StoredIssue {
  readonly id: string;
  readonly title: string;
  readonly culprit: string | null;
  readonly level: string;
  readonly status: string;
  /** The release that resolves it, if one was given. */
  readonly resolvedIn: string | null;
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

/** An issue of a list. */
export interface ListedIssue extends StoredIssue {
  /** Whether its counts cover only a part of its exceptions, because not all could be scanned. */
  readonly approximate: boolean;
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
  'reopened_at',
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
export type IssueRow = Pick<Selectable<IssuesTable>, (typeof ISSUE_COLUMNS)[number]>;

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

/** Converts a row to an issue of a list. */
export const toListedIssue = (row: IssueRow, position: string): ListedIssue => ({
  ...toIssue(row),
  approximate: false,
  position,
});

/** Converts a row to an issue. */
export const toIssue = (row: IssueRow): StoredIssue => ({
  id: row.id,
  title: row.title,
  culprit: row.culprit,
  level: row.level,
  status: row.status,
  resolvedIn: row.resolved_in,
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
