import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { type Page, type PageRequest, checkMoment, checkRowId, partsOf } from '@sluice/reading';

/** An issue that was first seen in a release. */
export interface ReleaseIssue {
  readonly id: string;
  readonly title: string;
  readonly culprit: string | null;
  readonly level: string;
  readonly status: 'open' | 'resolved' | 'ignored';
  readonly events: number;
  readonly users: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** Issues looked at for one page: those of the release, found by an index. */
const ISSUE_SCAN = 10_000;

/** Issues first seen in a release, the newest first; merged ones are not listed. The page's range is about when they were first seen. */
export async function listReleaseIssues(
  db: Queryable,
  projectId: string,
  version: string,
  page: PageRequest,
): Promise<Page<ReleaseIssue>> {
  const [seen, id] = page.after === undefined ? [] : partsOf(page.after, /^(\S+) (\S+)$/);
  const after =
    seen === undefined || id === undefined
      ? sql`true`
      : sql`(first_seen, id) < (${checkMoment(seen)}::timestamptz, ${checkRowId(id)}::uuid)`;
  const { rows } = await sql<
    Omit<ReleaseIssue, 'events' | 'users'> & { readonly events: string; readonly users: string }
  >`
    select id, title, culprit, level, status, count as events, users, first_seen as "firstSeen", last_seen as "lastSeen"
    from (
      select * from issues where project_id = ${projectId} and first_release = ${version} and merged_into is null
      limit ${ISSUE_SCAN}) as i
    where ${after} and first_seen >= ${new Date(page.fromMs).toISOString()}::timestamptz
      and first_seen < ${new Date(page.toMs).toISOString()}::timestamptz
    order by first_seen desc, id desc limit ${page.limit}`.execute(db.kysely);
  const last = rows.at(-1);
  const isFull = rows.length === page.limit && last !== undefined;
  return {
    rows: rows.map((row) => ({ ...row, events: Number(row.events), users: Number(row.users) })),
    next: isFull ? `${last.firstSeen.toISOString()} ${last.id}` : undefined,
    scannedToMs: undefined,
  };
}
