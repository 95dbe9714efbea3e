import { timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { type Tx, unnest, dayOf } from '@sluice/db';
import { type TraceSpan, upsertTraces } from '@sluice/traces';

/** A deleted span. */
interface DeletedSpan {
  readonly id: string;
  readonly traceId: string | null;
}

/**
 * Rebuilds the rows of traces from the remaining spans, after some were deleted in this transaction. A trace without
 * spans disappears.
 *
 * The rows are locked before the spans are read: a worker that has added a span commits before that and its span is read, or it
 * waits for the new row and adds its span to that. Rows of days that appear meanwhile are not touched.
 */
export async function rebuildTraces(tx: Tx, projectId: string, deleted: readonly DeletedSpan[]): Promise<void> {
  const ids = [...new Set(deleted.flatMap(({ traceId }) => traceId ?? []))];
  if (ids.length === 0) return;
  const days = [...new Set(deleted.map(({ id }) => dayOf(timeOfId(id))))];
  const locked = await sql<{ day: string; trace_id: string }>`
    select day, trace_id from traces
    where project_id = ${projectId} and day = any(${days}::date[]) and trace_id = any(${ids}::text[])
    order by day, trace_id for update`.execute(tx.kysely);
  const held = new Set(locked.rows.map(({ day, trace_id: traceId }) => `${day} ${traceId}`));
  const left = await readSpans(tx, projectId, ids);
  await sql`
    delete from traces t using ${unnest('n', {
      day: ['date', locked.rows.map(({ day }) => day)],
      trace_id: ['text', locked.rows.map(({ trace_id: traceId }) => traceId)],
    })}
    where t.project_id = ${projectId} and t.day = n.day and t.trace_id = n.trace_id`.execute(tx.kysely);
  await upsertTraces(
    tx,
    left.filter(({ id, traceId }) => held.has(`${dayOf(timeOfId(id))} ${traceId}`)),
  );
}

async function readSpans(tx: Tx, projectId: string, traceIds: readonly string[]): Promise<readonly TraceSpan[]> {
  const rows = await tx.kysely
    .selectFrom('spans')
    .select(['trace_id', 'id', 'span_uuid', 'parent_id', 'name', 'op', 'status', 'start_time', 'end_time'])
    .select(['environment', 'release', 'user_key'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`trace_id = any(${traceIds}::text[])`)
    .execute();
  return rows.map((row) => ({
    projectId,
    traceId: row.trace_id,
    id: row.id,
    uuid: row.span_uuid,
    parentId: row.parent_id,
    name: row.name,
    op: row.op,
    status: row.status,
    startMs: row.start_time.getTime(),
    endMs: row.end_time.getTime(),
    environment: row.environment,
    release: row.release,
    userKey: row.user_key,
  }));
}
