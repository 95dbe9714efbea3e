import { lowestIdAt, type SpanStatus } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { type Database, inTransaction } from '@sluice/db';
import { checkAfter, checkEventId } from '@sluice/reading';
import { readTraceDays } from '@sluice/traces';

/** The part of a span that a waterfall needs. */
interface SpanOutline {
  /** The event id. */
  readonly id: string;
  readonly spanUuid: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly op: string | null;
  readonly status: SpanStatus;
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
  /** Start of the earliest span of the trace, and end of the latest one. */
  readonly firstStart: Date;
  readonly lastEnd: Date;
  readonly next: string | undefined;
}

/** Which page. */
interface SpanPageRequest {
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after: string | undefined;
}

/** The time of arrival in an event id; the index `spans_trace_arrival` has it. */
const arrivalOf = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`substring(uuid_send(${id}) from 1 for 6)`;

/**
 * Returns a page of the spans of a trace, in order of arrival; `undefined` if no span of it is stored. A span that was sent in
 * two batches appears twice: the first one counts. Reads the spans of the page, and those that arrived in the same millisecond
 * as its last one.
 */
export async function readSpanPage(
  db: Database,
  projectId: string,
  traceId: string,
  { limit, after }: SpanPageRequest,
): Promise<SpanPage | undefined> {
  const merged = await readTraceDays(db, projectId, traceId);
  if (merged === undefined) return undefined;
  const afterId = checkAfter(after, checkEventId) ?? lowestIdAt(merged.fromMs);
  const arrival = arrivalOf(sql.ref('id'));
  const page = sql<SpanOutline>`
    select id, span_uuid as "spanUuid", parent_id as "parentId", name, op, status, start_time as "startTime", duration,
      environment, metrics is not null as "isMeasured"
    from (
      select * from spans
      where project_id = ${projectId} and trace_id = ${traceId} and id > ${afterId} and id < ${lowestIdAt(merged.toMs)}
        and ${arrival} >= ${arrivalOf(sql`${afterId}::uuid`)}
      order by ${arrival} fetch first ${limit} rows with ties) as s
    order by id limit ${limit}`;
  const { rows } = await inTransaction(db, async (tx) => {
    // A trace that is newer than the statistics seems small: the planner would read all of it and sort.
    await sql`set local enable_sort = off`.execute(tx.kysely);
    return page.execute(tx.kysely);
  });
  const next = rows.length === limit ? rows.at(-1)?.id : undefined;
  const { firstStart, lastEnd } = merged.summary;
  return { spans: rows, firstStart, lastEnd, next };
}
