import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';

/** Firings of one project. */
interface Firings {
  readonly projectId: string;
  readonly firingIds: readonly string[];
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
