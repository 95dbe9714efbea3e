import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import { OTHER } from '../names/nameBudget.js';
import { checkIssueIds } from './checkIssueIds.js';
import { IssueError } from './issueError.js';
import { readFirstSeen } from './readFirstSeen.js';
import { latestRelease } from './releaseOrder.js';

/** A change of status by a person. `resolvedIn` is the release that resolves the issue. */
export type IssueStatusChange =
  { readonly status: 'open' | 'ignored' } | { readonly status: 'resolved'; readonly resolvedIn?: string };

/** The most releases of an issue, latest first, that are compared to find the last one. */
const COMPARED = 1_000;

/**
 * Sets an issue's status. Resolving stores the time and the given release, or else the last one the issue was seen in, for
 * `reopens` asks. Locks the issue's row, so that an exception counted at the same time comes before or after it. Throws
 * `not_found`, or `merged` where the issue lives on in another.
 */
export async function setIssueStatus(
  db: Database,
  projectId: string,
  issueId: string,
  change: IssueStatusChange,
): Promise<void> {
  checkIssueIds(issueId);
  await inTransaction(db, async (tx) => {
    await lockIssue(tx, projectId, issueId);
    const isResolved = change.status === 'resolved';
    const named = isResolved ? (change.resolvedIn ?? null) : null;
    const after = isResolved && named === null ? await lastReleaseOf(tx, projectId, issueId) : null;
    await sql`
      update issues set status = ${change.status}, reopened_at = null,
        resolved_at = ${isResolved ? sql`clock_timestamp()` : sql`null`}, resolved_in = ${named}, resolved_after = ${after}
      where project_id = ${projectId} and id = ${issueId}`.execute(tx.kysely);
  });
}

async function lockIssue(tx: Tx, projectId: string, issueId: string): Promise<void> {
  const issue = await tx.kysely
    .selectFrom('issues')
    .select('merged_into')
    .where('project_id', '=', projectId)
    .where('id', '=', issueId)
    .forUpdate()
    .executeTakeFirst();
  if (issue === undefined) throw new IssueError('not_found', 'There is no such issue.');
  if (issue.merged_into !== null) {
    throw new IssueError('merged', `The issue was merged into ${issue.merged_into}: change that one.`);
  }
}

/** Without {@link OTHER}, which represents many releases and has no order. */
async function lastReleaseOf(tx: Tx, projectId: string, issueId: string): Promise<string | null> {
  const { rows } = await sql<{ release: string }>`
    select r.release from issue_hashes h
    join issue_releases r on r.project_id = h.project_id and r.hash = h.hash
    where h.project_id = ${projectId} and h.issue_id = ${issueId} and r.release <> ${OTHER}
    group by r.release order by max(r.last_seen) desc limit ${COMPARED}`.execute(tx.kysely);
  const releases = rows.map(({ release }) => release);
  return latestRelease(releases, await readFirstSeen(tx, projectId, releases)) ?? null;
}
