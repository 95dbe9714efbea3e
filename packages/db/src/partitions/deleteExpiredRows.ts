import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { TABLE_OF } from '../schema/schema.js';
import { dayOf, type DAY_TABLES } from './partition.js';

/**
 * Deletes rows of one organization that arrived before `beforeMs`, for a retention shorter than that of the
 * partitions: at most `limit` per event table and per table by arrival day or hour, each in a separate statement. Returns the
 * number of deleted rows; call again until it is 0.
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
  for (const [table, keys] of Object.entries(KEYS_OF)) {
    const [name, columns] = [sql.id(table), sql.join(keys.map((key) => sql.id(key)))];
    const result = await sql`
      delete from ${name} where (${columns}) in (
        select ${columns} from ${name}
        where project_id in (${projects}) and day < ${dayOf(beforeMs)} limit ${limit})`.execute(db.kysely);
    deleted += Number(result.numAffectedRows ?? 0n);
  }
  const hours = await sql`
    delete from endpoint_hours where ctid = any(array(
      select ctid from endpoint_hours
      where project_id in (${projects}) and hour < ${new Date(beforeMs)} limit ${limit}))`.execute(db.kysely);
  return deleted + Number(hours.numAffectedRows ?? 0n);
}

/** Primary keys of the tables that are kept by day; `visit_keys` go much sooner by themselves. */
const KEYS_OF: Readonly<Record<Exclude<(typeof DAY_TABLES)[number], 'visit_keys'>, readonly string[]>> = {
  traces: ['project_id', 'day', 'trace_id'],
  metric_points: ['project_id', 'name', 'day', 'minute', 'environment', 'release', 'part'],
  replay_sessions: ['project_id', 'day', 'replay_id'],
};
