import { sql, type RawBuilder } from 'kysely';
import { type Queryable, type EventTableName, TABLE_OF } from '@sluice/db';

/** A stored event in one line. */
export interface StoredEvent {
  readonly table: EventTableName;
  readonly projectId: string;
  readonly id: string;
  readonly timestamp: Date;
  readonly environment: string | null;
  readonly release: string | null;
  /** Message, name, page or the like. */
  readonly summary: string;
}

/** Which stored events. */
export interface StoredSince {
  /** Only these projects. Default: all. */
  readonly projectIds?: readonly string[] | undefined;
  /** Events with greater ids, which means later arrivals. */
  readonly afterId: string;
  readonly limit: number;
}

/** SQL of the summary of a row, by table. */
const SUMMARIES: Readonly<Record<EventTableName, string>> = {
  exceptions: `type || ': ' || message`,
  logs: `level || ' ' || message`,
  spans: `coalesce(op || ' ', '') || name || ' ' || status || ' ' || round(duration::numeric, 1) || ' ms'`,
  hits: `kind || ' ' || coalesce(name, url, '')`,
  replays: `coalesce(replay_id, '') || ' segment ' || segment || ', ' || event_count || ' events'`,
};

/** Characters of a summary. */
const SUMMARY_MAX = 500;

/**
 * Returns stored events of all types with ids above `afterId`, by id. Ids are in order of arrival, not of storing: an event
 * that is stored late may have an id below the cursor. `streamStoredEvents` handles that.
 */
export async function listStoredSince(db: Queryable, request: StoredSince): Promise<readonly StoredEvent[]> {
  const selects = Object.values(TABLE_OF).map((table) => selectFrom(table, request));
  const { rows } = await sql<{
    table: EventTableName;
    project_id: string;
    id: string;
    timestamp: Date;
    environment: string | null;
    release: string | null;
    summary: string;
  }>`${sql.join(selects, sql` union all `)} order by id limit ${request.limit}`.execute(db.kysely);
  return rows.map(({ project_id: projectId, ...row }) => ({ projectId, ...row }));
}

function selectFrom(table: EventTableName, { projectIds, afterId, limit }: StoredSince): RawBuilder<unknown> {
  const ofProjects = projectIds === undefined ? sql`true` : sql`project_id = any(${projectIds}::int8[])`;
  return sql`(
    select ${sql.lit(table)} as "table", project_id, id, timestamp, environment, release,
      left(${sql.raw(SUMMARIES[table])}, ${SUMMARY_MAX}::int) as summary
    from ${sql.id(table)} where id > ${afterId}::uuid and ${ofProjects} order by id limit ${limit}::int)`;
}
