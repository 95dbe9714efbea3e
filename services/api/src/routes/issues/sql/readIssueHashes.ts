import type { Queryable } from '@sluice/db';
import { isEventId } from '@sluice/reading';

/** The most fingerprints of an issue whose exceptions are looked up: each costs an index scan of every partition. */
const MAX_HASHES = 250;

/** Returns the fingerprints that exceptions of an issue have, the latest first, at most 250. */
export async function readIssueHashes(db: Queryable, projectId: string, issueId: string): Promise<readonly string[]> {
  if (!isEventId(issueId)) return [];
  const rows = await db.kysely
    .selectFrom('issue_hashes')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('count', '>', '0')
    .orderBy('last_seen', 'desc')
    .orderBy('hash')
    .limit(MAX_HASHES)
    .execute();
  return rows.map(({ hash }) => hash);
}
