import { sql } from 'kysely';
import type { Tx } from '../../connection/inTransaction.js';
import type { OpenErasure } from '../erasureProgress.js';
import { START, type EraseStep } from './step.js';

/** Issues that one batch changes. */
const ISSUES = 500;

/**
 * Deletes the project user, samples of refused events, and the user from the users of issues, whose counts go down by one. An
 * event that arrives after the moment creates the user again.
 */
export const eraseProfile: EraseStep = async (tx, { projectId, userKey, beforeMs }) => {
  const { kysely } = tx;
  await kysely
    .deleteFrom('project_users')
    .where('project_id', '=', projectId)
    .where('user_key', '=', userKey)
    .execute();
  await kysely
    .deleteFrom('refused_samples')
    .where('project_id', '=', projectId)
    .where('at', '<', new Date(beforeMs))
    .execute();
  const issues = await lockIssuesOf(tx, { projectId, userKey });
  if (issues.length > 0) {
    await sql`
      with gone as (
        delete from issue_users u using issue_hashes h
        where u.project_id = ${projectId} and u.user_key = ${userKey}
          and h.project_id = u.project_id and h.hash = u.hash and h.issue_id = any(${issues}::uuid[])
        returning h.issue_id)
      update issues i set users = greatest(0, i.users - 1), users_class = slow_class(greatest(0, i.users - 1))
      from (select distinct issue_id from gone) g where i.project_id = ${projectId} and i.id = g.issue_id`.execute(
      kysely,
    );
    return START;
  }
  await kysely.deleteFrom('issue_users').where('project_id', '=', projectId).where('user_key', '=', userKey).execute();
  return undefined;
};

/** Locks issues in the order of workers: the counts of users are exact only under this lock. */
async function lockIssuesOf(
  tx: Tx,
  { projectId, userKey }: Pick<OpenErasure, 'projectId' | 'userKey'>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from issues i
    where i.project_id = ${projectId} and i.id in (
      select h.issue_id from issue_users u
      join issue_hashes h on h.project_id = u.project_id and h.hash = u.hash
      where u.project_id = ${projectId} and u.user_key = ${userKey} limit ${ISSUES})
    order by i.id for update`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
