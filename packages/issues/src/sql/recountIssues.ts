import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import { STATS_COLUMNS, statsColumns } from './issueColumns.js';
import { mergeByIssue } from './issueOccurrence.js';
import type { LockedHash } from './lockIssues.js';

/**
 * Writes the totals of issues, added up from their fingerprints as `upsertIssues` would have counted them, and creates missing
 * rows. The caller has locked the issues and their fingerprints. @param hashes with their new issues
 */
export async function recountIssues(tx: Tx, projectId: string, hashes: readonly LockedHash[]): Promise<void> {
  const issueOf = new Map(hashes.map(({ hash, issueId }) => [hash, issueId]));
  const counted = hashes.flatMap(({ hash, stats }) => (stats === undefined ? [] : [{ projectId, hash, stats }]));
  const issues = mergeByIssue(counted, ({ hash }) => issueOf.get(hash) ?? '');
  await sql`
    insert into issues as i (project_id, id, ${STATS_COLUMNS}, last_seen_hour, count_class, users, users_class, touched_at)
    select n.*, hour_of(n.last_seen), slow_class(n.count), u.users, slow_class(u.users), now()
    from ${unnest('n', {
      project_id: ['int8', issues.map((issue) => issue.projectId)],
      id: ['uuid', issues.map(({ issueId }) => issueId)],
      ...statsColumns(issues.map(({ stats }) => stats)),
    })},
    lateral (
      select count(distinct m.user_key) as users from issue_hashes h
      join issue_users m on m.project_id = h.project_id and m.hash = h.hash
      where h.project_id = ${projectId} and m.project_id = ${projectId} and h.issue_id = n.id) as u
    on conflict (project_id, id) do update set ${REPLACE}`.execute(tx.kysely);
}

const REPLACE = sql.raw(
  [...Object.keys(statsColumns([])), 'last_seen_hour', 'count_class', 'users', 'users_class']
    .map((column) => `${column} = excluded.${column}`)
    // Old exceptions of another issue are not further ones: the limits of an ignored issue move with its numbers.
    .concat('ignored_count = i.ignored_count + excluded.count - i.count')
    .concat('ignored_users = i.ignored_users + excluded.users - i.users')
    // Counts of another issue count for this one: its retention starts again.
    .concat('touched_at = excluded.touched_at')
    .join(', '),
);
