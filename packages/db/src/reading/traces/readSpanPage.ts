import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import { checkAfter, checkEventId } from '../position.js';
import { readTraceDays } from './readTrace.js';

/** The part of a span that a waterfall needs. */
interface SpanOutline {
  /** The event id. */
  readonly id: string;
  readonly spanUuid: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly op: string | null;
  readonly status: string;
  readonly startTime: Date;
  /** Milliseconds, as the client measured them. */
  readonly duration: number;
  readonly environment: string | null;
  /** Whether it measured something. */
  readonly isMeasured: boolean;
}

/** Spans of a trace, by arrival. */
export interface SpanPage {
  readonly spans: readonly SpanOutline[];
  /** Start of the earliest span of the trace. */
  readonly firstStart: Date;
  readonly next: string | undefined;
}

/** Which page. */
interface SpanPageRequest {
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after: string | undefined;
}

/**
 * Returns a page of the spans of a trace, in order of arrival; `undefined` if no span of it is stored. A span that was sent in
 * two batches appears twice: the first one counts. The index by trace finds the spans, and each page reads all of them.
 */
export async function readSpanPage(
  db: Queryable,
  projectId: string,
  traceId: string,
  { limit, after }: SpanPageRequest,
): Promise<SpanPage | undefined> {
  const merged = await readTraceDays(db, projectId, traceId);
  if (merged === undefined) return undefined;
  const afterId = checkAfter(after, checkEventId) ?? lowestIdAt(merged.fromMs);
  const { rows } = await sql<SpanOutline>`
    select id, span_uuid as "spanUuid", parent_id as "parentId", name, op, status, start_time as "startTime", duration,
      environment, metrics is not null as "isMeasured"
    from (
      select * from spans
      where project_id = ${projectId} and trace_id = ${traceId} and id > ${afterId} and id < ${lowestIdAt(merged.toMs)}
      offset 0) as s
    order by id limit ${limit}`.execute(db.kysely);
  const next = rows.length === limit ? rows.at(-1)?.id : undefined;
  return { spans: rows, firstStart: merged.summary.firstStart, next };
}
