import { sql } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';

/** What else bears a trace's id. */
export interface TraceLinks {
  /** Traces of the same visit whose pages followed this one, at most 100. */
  readonly nextTraceIds: readonly string[];
  /** Replays with a segment, an exception, a log or a span of this trace, at most 100. */
  readonly replayIds: readonly string[];
}

/** Rows of one table that are looked at for its links. */
const LOOKED_AT = 2_000;

const MOST = 100;

/** Reads the links of a trace, each from an index, in a stable order. */
export async function readTraceLinks(db: Queryable, projectId: string, traceId: string): Promise<TraceLinks> {
  const replayIdsOf = (table: string) => sql`
    (select replay_id from ${sql.table(table)}
     where project_id = ${projectId} and trace_id = ${traceId} and replay_id is not null limit ${LOOKED_AT})`;
  const tables = ['spans', 'exceptions', 'logs', 'hits', 'replays'].map(replayIdsOf);
  const [next, replays] = await Promise.all([
    sql<{ id: string }>`
      select trace_id as id from (
        select trace_id, id from spans
        where project_id = ${projectId} and previous_trace_id = ${traceId} and trace_id <> ${traceId}
        limit ${LOOKED_AT}) as s
      group by trace_id order by min(id::text), trace_id limit ${MOST}`.execute(db.kysely),
    sql<{ id: string }>`
      select distinct replay_id as id from (${sql.join(tables, sql` union all `)}) as r
      order by id limit ${MOST}`.execute(db.kysely),
  ]);
  return { nextTraceIds: next.rows.map(({ id }) => id), replayIds: replays.rows.map(({ id }) => id) };
}
