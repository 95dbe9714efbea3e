import { sql, type RawBuilder } from 'kysely';
import { type Queryable, TABLE_OF } from '@sluice/db';
import { ISSUE_ID, joinIssue } from '../../../sql/joinIssue.js';

/** An exception or log of a trace. */
export interface TraceRecord {
  /** The event id. */
  readonly id: string;
  readonly timestamp: Date;
  readonly level: string;
  readonly message: string;
  /** The span during which it happened: a span's uuid. */
  readonly spanId: string | null;
}

/** An exception of a trace. */
export interface TraceException extends TraceRecord {
  readonly type: string;
  /** `null` if its issue was deleted. */
  readonly issueId: string | null;
}

/** Other events with a trace's id. Exceptions and logs in timestamp order. */
export interface TraceLinks {
  readonly exceptions: readonly TraceException[];
  readonly logs: readonly TraceRecord[];
  /** Traces of the same visit whose pages followed this one. */
  readonly nextTraceIds: readonly string[];
  /** Replays with a segment, a hit, an exception, a log or a span of this trace. */
  readonly replayIds: readonly string[];
}

/** Rows of one table that are scanned for links. */
const LINK_SCAN = 2_000;

/** The most links of each kind. */
const MAX_LINKS = 100;

/** Returns the links of a trace, at most 100 of each kind, found by indexes, in a stable order. */
export async function readTraceLinks(db: Queryable, projectId: string, traceId: string): Promise<TraceLinks> {
  const [records, nextTraceIds, replayIds] = await Promise.all([
    readTraceRecords(db, projectId, traceId),
    readNextTraces(db, projectId, traceId),
    readReplayIds(db, projectId, traceId),
  ]);
  return { ...records, nextTraceIds, replayIds };
}

/** Returns the exceptions and logs of a trace or of one of its spans, at most 100 of each. */
export async function readTraceRecords(
  db: Queryable,
  projectId: string,
  traceId: string,
  spanUuid?: string,
): Promise<Pick<TraceLinks, 'exceptions' | 'logs'>> {
  const ofSpan = spanUuid === undefined ? sql`true` : sql`span_id = ${spanUuid}`;
  const matching = sql`project_id = ${projectId} and trace_id = ${traceId} and ${ofSpan}`;
  const [exceptions, logs] = await Promise.all([
    sql<TraceException>`
      select e.id, e.timestamp, e.level, e.type, e.message, e.span_id as "spanId", ${ISSUE_ID} as "issueId"
      from (${firstOf(sql`select project_id, id, timestamp, level, type, message, span_id, hash from exceptions where ${matching}`)}) as e
      ${joinIssue(projectId)}
      order by e.timestamp, e.id`.execute(db.kysely),
    sql<TraceRecord>`
      select id, timestamp, level, message, span_id as "spanId"
      from (${firstOf(sql`select id, timestamp, level, message, span_id from logs where ${matching}`)}) as l
      order by timestamp, id`.execute(db.kysely),
  ]);
  return { exceptions: exceptions.rows, logs: logs.rows };
}

/** Sorts only the scanned rows: a trace may have a million logs. */
const firstOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select * from (${rows} limit ${LINK_SCAN}) as few order by timestamp, id limit ${MAX_LINKS}`;

async function readNextTraces(db: Queryable, projectId: string, traceId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select trace_id as id from (
      select trace_id, id from spans
      where project_id = ${projectId} and previous_trace_id = ${traceId} and trace_id <> ${traceId}
      limit ${LINK_SCAN}) as s
    group by trace_id order by min(id::text), trace_id limit ${MAX_LINKS}`.execute(db.kysely);
  return rows.map(({ id }) => id);
}

/** Returns the replays with a row of the trace, at most 100. */
export async function readReplayIds(db: Queryable, projectId: string, traceId: string): Promise<readonly string[]> {
  const ofTrace = sql`project_id = ${projectId} and trace_id = ${traceId}`;
  const tables = Object.values(TABLE_OF).map(
    (table) => sql`
      (select replay_id from ${sql.table(table)} where ${ofTrace} and replay_id is not null limit ${LINK_SCAN})`,
  );
  const { rows } = await sql<{ id: string }>`
    select distinct replay_id as id from (${sql.join(tables, sql` union all `)}) as r
    order by id limit ${MAX_LINKS}`.execute(db.kysely);
  return rows.map(({ id }) => id);
}
