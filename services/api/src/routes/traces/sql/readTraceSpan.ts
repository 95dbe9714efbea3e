import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { selectDetail } from '@sluice/reading';
import { type SpanDetail, readTraceDays } from '@sluice/traces';
import { readTraceRecords, type TraceException, type TraceRecord } from './readTraceLinks.js';

/** A span of a trace with what happened during it. */
interface TraceSpanDetail {
  readonly span: SpanDetail;
  /** At most 100 of each, by timestamp. */
  readonly exceptions: readonly TraceException[];
  readonly logs: readonly TraceRecord[];
}

/** Returns a span by its uuid, as it arrived first; `undefined` if the trace has none. Reads the spans of the trace by its index. */
export async function readTraceSpan(
  db: Queryable,
  projectId: string,
  traceId: string,
  spanUuid: string,
): Promise<TraceSpanDetail | undefined> {
  const merged = await readTraceDays(db, projectId, traceId);
  if (merged === undefined) return undefined;
  const { rows } = await sql<SpanDetail>`
    select ${selectDetail('spans', 'e')} from (
      select * from spans
      where project_id = ${projectId} and trace_id = ${traceId} and span_uuid = ${spanUuid}
        and id >= ${lowestIdAt(merged.fromMs)} and id < ${lowestIdAt(merged.toMs)}
      offset 0) as e
    order by e.id limit 1`.execute(db.kysely);
  const [span] = rows;
  if (span === undefined) return undefined;
  return { span, ...(await readTraceRecords(db, projectId, traceId, spanUuid)) };
}
