import { sql } from 'kysely';
import { type Database, inTransaction, OTHER } from '@sluice/db';
import { checkIssueIds } from './checkIssueIds.js';
import { actorOf, recordChanges, type ByActor } from './issueChange.js';
import { IssueError } from './issueError.js';
import { lockIssues } from './lockIssues.js';
import { recountIssues } from './recountIssues.js';

/** The most issues of one merge. */
const MAX_MERGED = 50;

/** Which issues are merged, and by whom. */
export interface IssueMerge extends ByActor {
  readonly issues: readonly string[];
}

/**
 * Merges issues into `targetId`: moves their fingerprints to it and adds up their counts. No event's row changes. The merged
 * issues stay, hidden, with a reference to the target, so that `unmergeIssues` can undo the merge. The target keeps its state, and as many exceptions and users
 * are missing from a limit of an ignored one as before.
 * @throws IssueError `invalid`, `not_found` or `merged`
 */
export async function mergeIssues(
  db: Database,
  projectId: string,
  targetId: string,
  { issues: sourceIds, ...by }: IssueMerge,
): Promise<void> {
  checkIssueIds(targetId, ...sourceIds);
  const sources = [...new Set(sourceIds)];
  if (sources.length === 0 || sources.length > MAX_MERGED) {
    throw new IssueError('invalid', `The request must name 1 to ${MAX_MERGED} issues to merge.`);
  }
  await inTransaction(db, async (tx) => {
    const hashes = await lockIssues(tx, projectId, [...new Set([targetId, ...sources])]);
    // After the lock, so that a missing issue is reported before other problems.
    if (sources.includes(targetId)) throw new IssueError('invalid', 'An issue cannot be merged into itself.');
    if (hashes.some(({ hash }) => hash === OTHER)) {
      throw new IssueError(
        'invalid',
        `The issue ${OTHER} collects exceptions above the cap of new issues and cannot be merged.`,
      );
    }
    await sql`
      update issue_hashes set home_id = coalesce(home_id, issue_id), issue_id = ${targetId}
      where project_id = ${projectId} and issue_id = any(${sources}::uuid[])`.execute(tx.kysely);
    await recountIssues(
      tx,
      projectId,
      hashes.map((hash) => ({ ...hash, issueId: targetId })),
    );
    // Issues that were merged into a source move with it.
    await sql`
      update issues set merged_into = ${targetId}
      where project_id = ${projectId} and (id = any(${sources}::uuid[]) or merged_into = any(${sources}::uuid[]))`.execute(
      tx.kysely,
    );
    const target = { projectId, issueId: targetId, action: 'merged' as const, details: { issues: sources } };
    const merged = sources.map((issueId) => ({
      projectId,
      issueId,
      action: 'merged_into' as const,
      details: { issue: targetId },
    }));
    await recordChanges(tx, [target, ...merged], actorOf(by));
  });
}
