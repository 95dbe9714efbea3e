import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '@sluice/db';
import type { OpenErasure } from '../erasureProgress.js';
import { endOf } from './eraseEvents.js';
import { START, type EraseStep } from './step.js';

/** Issues that one batch changes. */
const ISSUES = 500;

/** Deletes the project user and samples of refused events. An event that arrives after the request creates the user again. */
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
  return undefined;
};

/** Whether the user still affects the fingerprint of `u`: with an exception that arrived after the request. */
const isAffected = (erasure: OpenErasure): RawBuilder<unknown> => sql`exists (
  select from exceptions e
  where e.project_id = u.project_id and e.hash = u.hash and e.user_key = u.user_key and e.id >= ${endOf(erasure)})`;

/** Deletes the user from the users of issues, whose counts go down by one, except where a later exception is stored. */
export const eraseUsers: EraseStep = async (tx, erasure) => {
  const { projectId, userKey } = erasure;
  const { kysely } = tx;
  const issues = await lockIssuesOf(tx, erasure);
  if (issues.length > 0) {
    await sql`
      with gone as (
        delete from issue_users u using issue_hashes h
        where u.project_id = ${projectId} and u.user_key = ${userKey} and not ${isAffected(erasure)}
          and h.project_id = u.project_id and h.hash = u.hash and h.issue_id = any(${issues}::uuid[])
        returning h.issue_id)
      update issues i set users = greatest(0, i.users - 1), users_class = slow_class(greatest(0, i.users - 1))
      from (select distinct issue_id from gone) g
      where i.project_id = ${projectId} and i.id = g.issue_id and not exists (
        select from issue_users u join issue_hashes h on h.project_id = u.project_id and h.hash = u.hash
        where u.project_id = ${projectId} and u.user_key = ${userKey} and h.issue_id = i.id and ${isAffected(erasure)})`.execute(
      kysely,
    );
    return START;
  }
  await sql`
    delete from issue_users u
    where u.project_id = ${projectId} and u.user_key = ${userKey} and not ${isAffected(erasure)}`.execute(kysely);
  return undefined;
};

/** Locks issues in the order of workers: the counts of users are exact only under this lock. */
async function lockIssuesOf(tx: Tx, erasure: OpenErasure): Promise<readonly string[]> {
  const { projectId, userKey } = erasure;
  const { rows } = await sql<{ id: string }>`
    select i.id from issues i
    where i.project_id = ${projectId} and i.id in (
      select h.issue_id from issue_users u
      join issue_hashes h on h.project_id = u.project_id and h.hash = u.hash
      where u.project_id = ${projectId} and u.user_key = ${userKey} and not ${isAffected(erasure)} limit ${ISSUES})
    order by i.id for update`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
