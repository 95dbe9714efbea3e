import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import { issueTitle } from '@sluice/issues';
import { ERASED_TITLE } from './erasedTitle.js';

interface Renamed {
  readonly hash: string;
  /** NULL if no exception of the fingerprint is left. */
  readonly id: string | null;
  readonly type: string | null;
  readonly message: string | null;
  readonly level: string | null;
}

/**
 * Sets title, level and last event of issues whose last exception was erased to those of the newest exception that is left: the title
 * is text that the erased user's program sent. Invariant: no title is of an event that is not stored, except of one that retention deleted.
 * The caller has locked the fingerprints and the issues. Issues that were merged into one of them get its title.
 */
export async function renameIssues(tx: Tx, projectId: string, issueIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Renamed>`
    select h.hash, e.id, e.type, e.message, e.level from issue_hashes h
    left join lateral (
      select id, type, message, level from exceptions e where e.project_id = ${projectId} and e.hash = h.hash
      order by id desc limit 1) as e on true
    where h.project_id = ${projectId} and h.issue_id = any(${issueIds}::uuid[]) and h.last_event_id is not null
      and not exists (select from exceptions e where e.project_id = ${projectId} and e.id = h.last_event_id)`.execute(
    tx.kysely,
  );
  if (rows.length > 0) await renameHashes(tx, projectId, issueIds, rows);
  await sql`
    update issues m set title = i.title, culprit = i.culprit from issues i
    where m.project_id = ${projectId} and m.merged_into = any(${issueIds}::uuid[])
      and i.project_id = m.project_id and i.id = m.merged_into`.execute(tx.kysely);
}

async function renameHashes(
  tx: Tx,
  projectId: string,
  issueIds: readonly string[],
  rows: readonly Renamed[],
): Promise<void> {
  await sql`
    update issue_hashes h set title = n.title, level = coalesce(n.level, h.level), last_event_id = coalesce(n.id, h.last_event_id)
    from ${unnest('n', {
      hash: ['text', rows.map(({ hash }) => hash)],
      id: ['uuid', rows.map(({ id }) => id)],
      title: [
        'text',
        rows.map(({ type, message }) => (type === null ? ERASED_TITLE : issueTitle(type, message ?? ''))),
      ],
      level: ['text', rows.map(({ level }) => level)],
    })}
    where h.project_id = ${projectId} and h.hash = n.hash`.execute(tx.kysely);
  await sql`
    update issues i set title = n.title, culprit = n.culprit, level = n.level, last_event_id = n.last_event_id
    from (
      select distinct on (issue_id) issue_id, title, culprit, level, last_event_id from issue_hashes
      where project_id = ${projectId} and issue_id = any(${issueIds}::uuid[]) and last_event_id is not null
      order by issue_id, last_seen desc, last_event_id desc) as n
    where i.project_id = ${projectId} and i.id = n.issue_id`.execute(tx.kysely);
}
