import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { OTHER } from '../names/nameBudget.js';
import { checkIssueIds } from './checkIssueIds.js';
import { IssueError } from './issueError.js';
import { lockIssues } from './lockIssues.js';
import { recountIssues } from './recountIssues.js';

/** Issues merged at once. */
const MAX_MERGED = 50;

/**
 * Merges issues into `targetId`: their fingerprints belong to it from now on, and what was counted of them is added up. No event's row
 * changes. The merged issues stay, hidden, and know where they went, so that `unmergeIssues` can take them out again. The
 * target keeps its state. Throws `invalid`, `not_found` or `merged`.
 */
export async function mergeIssues(
  db: Database,
  projectId: string,
  targetId: string,
  sourceIds: readonly string[],
): Promise<void> {
  checkIssueIds(targetId, ...sourceIds);
  const sources = [...new Set(sourceIds)];
  if (sources.length === 0 || sources.length > MAX_MERGED) {
    throw new IssueError('invalid', `Name 1 to ${MAX_MERGED} issues to merge.`);
  }
  await inTransaction(db, async (tx) => {
    const hashes = await lockIssues(tx, projectId, [...new Set([targetId, ...sources])]);
    // Behind the look: what is not there, or not theirs, is that before it is anything else.
    if (sources.includes(targetId)) throw new IssueError('invalid', 'An issue cannot be merged into itself.');
    if (hashes.some(({ hash }) => hash === OTHER)) {
      throw new IssueError('invalid', `The issue ${OTHER} stands for many faults: it cannot be merged.`);
    }
    await sql`
      update issue_hashes set home_id = coalesce(home_id, issue_id), issue_id = ${targetId}
      where project_id = ${projectId} and issue_id = any(${sources}::uuid[])`.execute(tx.kysely);
    await recountIssues(
      tx,
      projectId,
      hashes.map((hash) => ({ ...hash, issueId: targetId })),
    );
    // What had been merged into a source follows it.
    await sql`
      update issues set merged_into = ${targetId}
      where project_id = ${projectId} and (id = any(${sources}::uuid[]) or merged_into = any(${sources}::uuid[]))`.execute(
      tx.kysely,
    );
  });
}
