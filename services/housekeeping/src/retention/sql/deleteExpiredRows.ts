import { lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { groupByShard, type Placed, TABLE_OF, dayOf, type DAY_TABLES } from '@sluice/db';

/**
 * Deletes rows of one organization that arrived before `beforeMs`, for a retention shorter than that of the
 * partitions: at most `limit` per event table and per table by arrival day or hour (of each shard), each in a separate statement. Returns the
 * number of deleted rows; call again until it is 0.
 */
export async function deleteExpiredRows(
  db: Placed,
  organizationId: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const { rows: projects } = await sql<{ id: string }>`
    select id from projects where organization_id = ${organizationId}`.execute(db.kysely);
  let deleted = 0;
  for (const { items } of await groupByShard(db, projects, ({ id }) => id)) {
    const bounds = { projectIds: items.map(({ id }) => id), beforeMs, limit };
    for (const statement of statementsFor(bounds)) {
      const result = await statement.execute(db.kysely);
      deleted += Number(result.numAffectedRows ?? 0n);
    }
  }
  return deleted;
}

interface Expired {
  /** Of one shard, if the database is distributed. */
  readonly projectIds: readonly string[];
  readonly beforeMs: number;
  readonly limit: number;
}

function statementsFor({ projectIds, beforeMs, limit }: Expired): readonly RawBuilder<unknown>[] {
  const ofProjects = sql`project_id = any(${projectIds}::int8[])`;
  const remove = (table: string, columns: readonly string[], isExpired: RawBuilder<unknown>): RawBuilder<unknown> => {
    const [name, keys] = [sql.id(table), sql.join(columns.map((column) => sql.id(column)))];
    return sql`
      delete from ${name} where ${ofProjects} and (${keys}) in (
        select ${keys} from ${name} where ${ofProjects} and ${isExpired} limit ${limit})`;
  };
  return [
    ...Object.values(TABLE_OF).map((table) => remove(table, ['project_id', 'id'], sql`id < ${lowestIdAt(beforeMs)}`)),
    ...Object.entries(KEYS_OF).map(([table, keys]) => remove(table, keys, sql`day < ${dayOf(beforeMs)}`)),
    sql`
      delete from endpoint_hours where ${ofProjects} and ctid = any(array(
        select ctid from endpoint_hours where ${ofProjects} and hour < ${new Date(beforeMs)} limit ${limit}))`,
  ];
}

/** Primary keys of the tables that are kept by day; `visit_keys` go much sooner by themselves. */
const KEYS_OF: Readonly<Record<Exclude<(typeof DAY_TABLES)[number], 'visit_keys'>, readonly string[]>> = {
  traces: ['project_id', 'day', 'trace_id'],
  metric_points: ['project_id', 'name', 'day', 'minute', 'environment', 'release', 'part'],
  replay_sessions: ['project_id', 'day', 'replay_id'],
};
