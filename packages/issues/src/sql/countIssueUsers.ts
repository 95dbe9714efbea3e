import { sql } from 'kysely';
import { groupByShard, type ShardGroup, type Tx, mergeByKey, unnest } from '@sluice/db';
import { hashMapKey, primaryHashOf, type HashKey, type IssueOccurrence } from './issueOccurrence.js';

interface IssueUser extends HashKey {
  readonly userKey: string;
}

/**
 * Records which users had which fingerprint, and counts each user once in an issue, with any of its fingerprints. The count
 * is exact because this transaction has locked the issues' rows: another one that could count the same user waits for them
 * and then sees what was recorded here.
 */
export async function countIssueUsers(
  tx: Tx,
  occurrences: readonly IssueOccurrence[],
  issueOf: (key: HashKey) => string,
): Promise<void> {
  const fresh = await insertUsers(tx, issueUsersOf(occurrences));
  for (const group of await groupByShard(tx, fresh, ({ projectId }) => projectId)) await countUsers(tx, group, issueOf);
}

async function countUsers(
  tx: Tx,
  { items: fresh, within }: ShardGroup<IssueUser>,
  issueOf: (key: HashKey) => string,
): Promise<void> {
  await sql`
    with fresh as (
      select project_id, issue_id, user_key, count(*) as noted
      from ${unnest('n', {
        project_id: ['int8', fresh.map(({ projectId }) => projectId)],
        issue_id: ['uuid', fresh.map(issueOf)],
        user_key: ['text', fresh.map(({ userKey }) => userKey)],
      })}
      group by project_id, issue_id, user_key),
    added as (
      select project_id, issue_id, count(*) as users from fresh f
      -- Recorded with no fingerprint of the issue other than those inserted just now.
      where noted = (
        select count(*) from issue_hashes h
        join issue_users u on u.project_id = h.project_id and u.hash = h.hash and ${within('u.project_id')}
        where ${within('h.project_id')} and h.project_id = f.project_id and h.issue_id = f.issue_id and u.user_key = f.user_key)
      group by project_id, issue_id)
    update issues i set users = i.users + a.users, users_class = slow_class(i.users + a.users)
    from added a where i.project_id = a.project_id and i.id = a.issue_id and ${within('i.project_id')}`.execute(
    tx.kysely,
  );
}

function issueUsersOf(occurrences: readonly IssueOccurrence[]): readonly IssueUser[] {
  return mergeByKey(
    occurrences.flatMap((occurrence) =>
      occurrence.userKey === null ? [] : [{ ...primaryHashOf(occurrence), userKey: occurrence.userKey }],
    ),
    (meeting) => [hashMapKey(meeting), meeting.userKey],
    (meeting) => meeting,
    (meeting) => meeting,
  );
}

/** Inserts the users and returns those that were not recorded yet. */
async function insertUsers(tx: Tx, meetings: readonly IssueUser[]): Promise<readonly IssueUser[]> {
  if (meetings.length === 0) return [];
  const { rows } = await sql<{ project_id: string; hash: string; user_key: string }>`
    insert into issue_users (project_id, hash, user_key)
    select * from ${unnest('n', {
      project_id: ['int8', meetings.map(({ projectId }) => projectId)],
      hash: ['text', meetings.map(({ hash }) => hash)],
      user_key: ['text', meetings.map(({ userKey }) => userKey)],
    })}
    on conflict do nothing returning project_id, hash, user_key`.execute(tx.kysely);
  return rows.map((row) => ({ projectId: row.project_id, hash: row.hash, userKey: row.user_key }));
}
