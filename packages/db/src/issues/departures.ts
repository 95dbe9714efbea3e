import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';

/** A user of organizations. */
interface Departure {
  readonly organizationIds: readonly string[];
  readonly userId: string;
}

/**
 * Marks the projects of organizations in which a user who leaves them is assigned issues. Call it in the transaction that ends the
 * membership or disables the user, after that change.
 *
 * Invariant: the assignee of an issue is an enabled member of its organization, or marked here. Whoever assigns locks the
 * membership until the assignment is committed (`changeIssues`), so that the end of the membership comes before it, and it is
 * refused, or after it, and it is seen here. Readers treat a marked assignee as unassigned until {@link clearDeparted} cleared them.
 */
export async function markDeparted(tx: Tx, { organizationIds, userId }: Departure): Promise<void> {
  await sql`
    insert into departed_assignees (project_id, user_id)
    select p.id, ${userId}::int8 from projects p
    where p.organization_id = any(${organizationIds}::int8[])
      and exists (select from issues i where i.project_id = p.id and i.assignee_id = ${userId}::int8)
    on conflict do nothing`.execute(tx.kysely);
}

/** Removes the marks of a user who is an enabled member again: issues that were not cleared yet stay assigned. */
export async function unmarkDeparted(tx: Tx, { organizationIds, userId }: Departure): Promise<void> {
  await sql`
    delete from departed_assignees d using projects p, memberships m, users u
    where d.user_id = ${userId}::int8 and p.id = d.project_id and p.organization_id = any(${organizationIds}::int8[])
      and m.organization_id = p.organization_id and m.user_id = d.user_id
      and u.id = d.user_id and u.disabled_at is null`.execute(tx.kysely);
}

/**
 * Clears marked assignees, of at most `limit` issues, records it in the history of these, and resolves with their number. Call it
 * again until it is below `limit`; then no mark is left but those of issues whose row a writer holds.
 */
export async function clearDeparted(db: Queryable, limit: number): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select i.project_id, i.id, i.assignee_id from departed_assignees d
      join issues i on i.project_id = d.project_id and i.assignee_id = d.user_id
      limit ${limit} for update skip locked),
    cleared as (
      update issues i set assignee_id = null
      from due where i.project_id = due.project_id and i.id = due.id
      returning i.project_id, i.id, due.assignee_id)
    insert into issue_changes (project_id, issue_id, action, details)
    select project_id, id, 'assigned', jsonb_build_object('to', null, 'departed', assignee_id::text)
    from cleared returning 1`.execute(db.kysely);
  if (rows.length === limit) return limit;
  await sql`
    delete from departed_assignees d
    where not exists (select from issues i where i.project_id = d.project_id and i.assignee_id = d.user_id)`.execute(
    db.kysely,
  );
  return rows.length;
}
