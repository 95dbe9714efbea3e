import { sql } from 'kysely';
import { workByShard, type Placed, type ShardGroup } from '../citus/shards.js';
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
 * Invariant: the assignee of an issue is an enabled member of its organization, or is marked here. An assignment locks the
 * membership until it is committed (`changeIssues`). If the membership ends first, the assignment is refused; if it ends later,
 * this statement sees the assignment. Readers treat the issues of a marked assignee as unassigned until {@link clearDeparted} has
 * cleared them.
 */
export async function markDeparted(tx: Tx, { organizationIds, userId }: Departure): Promise<void> {
  const projects = await sql<{ id: string }>`
    select id from projects where organization_id = any(${organizationIds}::int8[])`.execute(tx.kysely);
  await sql`
    insert into departed_assignees (project_id, user_id)
    select distinct project_id, assignee_id from issues
    where project_id = any(${projects.rows.map(({ id }) => id)}::int8[]) and assignee_id = ${userId}::int8
    on conflict do nothing`.execute(tx.kysely);
}

/** Removes the marks of a user who is an enabled member again: issues that were not cleared yet stay assigned. */
export async function unmarkDeparted(tx: Tx, { organizationIds, userId }: Departure): Promise<void> {
  const projects = await sql<{ id: string }>`
    select p.id from projects p
    join memberships m on m.organization_id = p.organization_id
    join users u on u.id = m.user_id
    where p.organization_id = any(${organizationIds}::int8[]) and m.user_id = ${userId}::int8 and u.disabled_at is null`.execute(
    tx.kysely,
  );
  await sql`
    delete from departed_assignees
    where user_id = ${userId}::int8 and project_id = any(${projects.rows.map(({ id }) => id)}::int8[])`.execute(
    tx.kysely,
  );
}

/**
 * Clears marked assignees, of at most `limit` issues, records it in the history of these, and resolves with their number. Call it
 * again until it is below `limit`; then no mark is left but those of issues whose row a writer holds.
 */
export async function clearDeparted(db: Placed, limit: number): Promise<number> {
  const cleared = await workByShard(
    db,
    limit,
    () => findProjects(db),
    (within, most) => clear(db, within, most),
  );
  if (cleared === limit) return limit;
  await sql`
    delete from departed_assignees d
    where not exists (select from issues i where i.project_id = d.project_id and i.assignee_id = d.user_id)`.execute(
    db.kysely,
  );
  return cleared;
}

async function findProjects(db: Placed): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`select distinct project_id from departed_assignees`.execute(
    db.kysely,
  );
  return rows.map((row) => row.project_id);
}

async function clear(db: Placed, within: ShardGroup<string>['within'], limit: number): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select i.project_id, i.id, i.assignee_id from departed_assignees d
      join issues i on i.project_id = d.project_id and i.assignee_id = d.user_id
      where ${within('d.project_id')} and ${within('i.project_id')} limit ${limit} for update skip locked),
    cleared as (
      update issues i set assignee_id = null
      from due where i.project_id = due.project_id and i.id = due.id and ${within('i.project_id')}
      returning i.project_id, i.id, due.assignee_id)
    insert into issue_changes (project_id, issue_id, action, details)
    select project_id, id, 'assigned', jsonb_build_object('to', null, 'departed', assignee_id::text)
    from cleared returning 1`.execute(db.kysely);
  return rows.length;
}
