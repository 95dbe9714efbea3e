import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '@sluice/db';
import { maskAlerts } from './maskAlerts.js';
import { renameIssues } from './renameIssues.js';
import type { EraseStep } from './step.js';

/** Issues that one batch looks at. */
const ISSUES = 500;

/** What is counted by fingerprint. */
const COUNTED = ['issue_hours', 'issue_releases', 'issue_users'];

/** What people decided about an issue. */
const DECIDED = ['issue_comments', 'issue_changes'];

/**
 * Deletes the issues that affected no other user and of which no exception is left, with their title, counts, comments and history:
 * nothing else of them is stored. An exception that is stored later opens a new issue. Other issues lose the title of an
 * erased exception, and alerts about them are masked accordingly.
 *
 * Fingerprints are locked before issues and in their order, as workers do. The statement waits for a worker that holds one, and the next
 * statement sees its exception; a worker that waits finds the fingerprint deleted.
 */
export const eraseIssues: EraseStep = async (tx, erasure, { limit }) => {
  const { projectId, userKey, position } = erasure;
  const { rows: due } = await sql<{ id: string }>`
    select distinct h.issue_id as id from issue_users u
    join issue_hashes h on h.project_id = u.project_id and h.hash = u.hash
    where u.project_id = ${projectId} and u.user_key = ${userKey} and h.issue_id > ${position}
    order by 1 limit ${Math.min(limit, ISSUES)}`.execute(tx.kysely);
  if (due.length === 0) return undefined;
  const ids = sql`${due.map(({ id }) => id)}::uuid[]`;
  await sql`
    select from issue_hashes where project_id = ${projectId} and issue_id = any(${ids})
    order by hash for update`.execute(tx.kysely);
  await sql`
    select from issues where project_id = ${projectId} and id = any(${ids}) order by id for update`.execute(tx.kysely);
  // Apart from the lock: Citus locks rows of one table only.
  const { rows: locked } = await sql<{ id: string; is_empty: boolean }>`
    select i.id, not exists (
        select from issue_hashes h join exceptions e on e.project_id = h.project_id and e.hash = h.hash
        where h.project_id = i.project_id and h.issue_id = i.id)
      and not exists (
        select from issue_hashes h join issue_users u on u.project_id = h.project_id and u.hash = h.hash
        where h.project_id = i.project_id and h.issue_id = i.id and u.user_key <> ${userKey}) as is_empty
    from issues i where i.project_id = ${projectId} and i.id = any(${ids})`.execute(tx.kysely);
  const idsOf = (isEmpty: boolean) => locked.flatMap(({ id, is_empty }) => (is_empty === isEmpty ? [id] : []));
  const [empty, left] = [idsOf(true), idsOf(false)];
  if (left.length > 0) await renameIssues(tx, projectId, left);
  const merged = await findMerged(tx, projectId, empty);
  if (empty.length > 0) {
    const gone = sql`${[...empty, ...merged]}::uuid[]`;
    await sql`
      with hashes as (
        delete from issue_hashes where project_id = ${projectId} and issue_id = any(${gone}) returning hash),
      ${sql.join([...COUNTED.map((table) => deleteCounted(table, projectId)), ...DECIDED.map((table) => deleteDecided(table, projectId, gone))])}
      delete from issues where project_id = ${projectId} and id = any(${gone})`.execute(tx.kysely);
  }
  await maskAlerts(tx, projectId, [...due.map(({ id }) => id), ...merged]);
  return due.at(-1)?.id;
};

/** Returns the issues that were merged into these. */
async function findMerged(tx: Tx, projectId: string, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from issues where project_id = ${projectId} and merged_into = any(${ids}::uuid[])`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

const deleteCounted = (table: string, projectId: string): RawBuilder<unknown> => sql`
  ${sql.id(`of_${table}`)} as (
    delete from ${sql.id(table)} c using hashes where c.project_id = ${projectId} and c.hash = hashes.hash)`;

const deleteDecided = (table: string, projectId: string, gone: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${sql.id(`of_${table}`)} as (
    delete from ${sql.id(table)} where project_id = ${projectId} and issue_id = any(${gone}))`;
