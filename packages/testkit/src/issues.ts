import { sql } from 'kysely';
import { type Database, inTransaction } from '@sluice/db';
import { upsertReleases } from '@sluice/sourcemaps/statements';
import { type IssueOccurrence, upsertIssues, reopenIssues } from '@sluice/issues';
import { ARRIVAL, eventId } from './samples.js';

/** An exception of fingerprint `aa`; a millisecond later for each index. */
export const occurrence = (index: number, fields: Partial<IssueOccurrence> = {}): IssueOccurrence => ({
  projectId: '1',
  hashes: ['aa'],
  id: eventId(index % 1_000, `batch ${Math.floor(index / 1_000)}`),
  timestampMs: ARRIVAL + index,
  environment: null,
  release: null,
  userKey: null,
  title: `title ${index}`,
  culprit: null,
  level: 'error',
  ...fields,
});

/** Runs the derivations of the exceptions worker in one transaction; resolves to the issue ids. */
export const storeOccurrences = (db: Database, ...occurrences: IssueOccurrence[]): Promise<readonly string[]> =>
  inTransaction(db, async (tx) => {
    const ids = await upsertIssues(tx, occurrences);
    await upsertReleases(
      tx,
      occurrences.flatMap(({ projectId, release, timestampMs }) =>
        release === null ? [] : [{ projectId, version: release, timestampMs, exceptions: 1 }],
      ),
    );
    await reopenIssues(
      tx,
      occurrences.map((each, index) => ({ occurrence: each, issueId: ids[index] ?? '' })),
    );
    return ids;
  });

/** Everything that is known of a project's issues, without ids that depend on the order of arrival; in a stable order. */
export async function describeIssues(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select title, culprit, level, status, count, users, first_seen, last_seen, first_release, last_release,
      last_seen_hour, count_class, users_class, merged_into is not null as merged,
      (select jsonb_agg(jsonb_build_array(hash, count, first_seen, last_seen, first_release, last_release, title) order by hash)
         from issue_hashes h where h.project_id = i.project_id and h.issue_id = i.id) as hashes,
      (select jsonb_agg(jsonb_build_array(hash, environment, hour, count) order by hash, environment, hour)
         from issue_hours c where c.project_id = i.project_id and hash in
           (select hash from issue_hashes h where h.project_id = i.project_id and h.issue_id = i.id)) as hours,
      (select jsonb_agg(jsonb_build_array(hash, release, count, first_seen, last_seen) order by hash, release)
         from issue_releases c where c.project_id = i.project_id and hash in
           (select hash from issue_hashes h where h.project_id = i.project_id and h.issue_id = i.id)) as releases
    from issues i order by project_id, title, count`.execute(db.kysely);
  return rows;
}

/** Empties every table of issues. */
export const clearIssues = (db: Database): Promise<unknown> =>
  db.pool.query(
    'truncate issues, issue_hashes, issue_hours, issue_releases, issue_users, issue_comments, issue_changes, departed_assignees, releases',
  );
