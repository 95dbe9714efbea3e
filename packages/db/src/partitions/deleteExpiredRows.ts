import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { TABLE_OF } from '../schema.js';

/**
 * Deletes rows of one organization that arrived before `beforeMs`, for a retention shorter than that of the partitions:
 * at most `limit` of each event table and of `traces`, each in a statement of its own. Returns how many went; call again
 * until that is 0.
 */
export async function deleteExpiredRows(
  db: Queryable,
  organizationId: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const projects = sql`select id from projects where organization_id = ${organizationId}`;
  let deleted = 0;
  for (const table of Object.values(TABLE_OF)) {
    const name = sql.id(table);
    const result = await sql`
      delete from ${name} where (project_id, id) in (
        select project_id, id from ${name}
        where project_id in (${projects}) and id < ${lowestIdAt(beforeMs)} limit ${limit})`.execute(db.kysely);
    deleted += Number(result.numAffectedRows ?? 0n);
  }
  const day = new Date(beforeMs).toISOString().slice(0, 10);
  const result = await sql`
    delete from traces where (project_id, day, trace_id) in (
      select project_id, day, trace_id from traces
      where project_id in (${projects}) and day < ${day} limit ${limit})`.execute(db.kysely);
  return deleted + Number(result.numAffectedRows ?? 0n);
}
