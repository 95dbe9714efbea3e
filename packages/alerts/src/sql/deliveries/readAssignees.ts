import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Firings of one project. */
interface Firings {
  readonly projectId: string;
  readonly firingIds: readonly string[];
}

/** Returns the user who asked for a test, which has no assignee and goes to them; empty if no user asked. */
export async function readRequester(
  db: Queryable,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select requested_by as user_id from alert_deliveries
    where project_id = ${projectId}::int8 and id = ${id}::uuid and requested_by is not null`.execute(db.kysely);
  return rows.map(({ user_id: userId }) => userId);
}

/** Returns the ids of the users to whom issues were assigned, by firing; firings about anything else are left out. */
export async function readAssignees(
  db: Queryable,
  { projectId, firingIds }: Firings,
): Promise<ReadonlyMap<string, string>> {
  if (firingIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; assignee: string }>`
    select id, details ->> 'assigneeId' as assignee from alert_firings
    where project_id = ${projectId}::int8 and id = any(${[...firingIds]}::uuid[])
      and details ->> 'assigneeId' is not null`.execute(db.kysely);
  return new Map(rows.map(({ id, assignee }) => [id, assignee]));
}
