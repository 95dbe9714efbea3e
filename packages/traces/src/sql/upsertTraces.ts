import { sql } from 'kysely';
import { type Tx, unnest, isoTime } from '@sluice/db';
import { mergeSpans, MAX_ROOTS, type TraceSpan } from './traceSpan.js';

/**
 * Creates or updates the traces of stored spans (protocol 2.4): one row for each (project, day of arrival, trace), the same
 * in any order and any batching of the spans. Not idempotent, because counts add up: call it in the transaction that takes
 * the spans' receipts.
 */
export async function upsertTraces(tx: Tx, spans: readonly TraceSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const traces = mergeSpans(spans);
  await sql`
    insert into traces as t
      (project_id, day, trace_id, first_start, last_end, span_count, error_count, roots, earliest, first_id)
    select * from ${unnest('n', {
      project_id: ['int8', traces.map((trace) => trace.projectId)],
      day: ['date', traces.map((trace) => trace.day)],
      trace_id: ['text', traces.map((trace) => trace.traceId)],
      first_start: ['timestamptz', traces.map((trace) => isoTime(trace.firstMs))],
      last_end: ['timestamptz', traces.map((trace) => isoTime(trace.lastMs))],
      span_count: ['int8', traces.map((trace) => trace.spans)],
      error_count: ['int8', traces.map((trace) => trace.errors)],
      roots: ['jsonb', traces.map((trace) => JSON.stringify(trace.roots))],
      earliest: ['jsonb', traces.map((trace) => JSON.stringify(trace.earliest))],
      first_id: ['uuid', traces.map((trace) => trace.firstId)],
    })}
    on conflict (project_id, day, trace_id) do update set
      first_start = least(t.first_start, excluded.first_start),
      last_end = greatest(t.last_end, excluded.last_end),
      span_count = t.span_count + excluded.span_count,
      error_count = t.error_count + excluded.error_count,
      roots = ${MERGE_ROOTS},
      earliest = case when ${orderOf('excluded.earliest')} < ${orderOf('t.earliest')} then excluded.earliest
                      else t.earliest end,
      first_id = least(t.first_id, excluded.first_id)`.execute(tx.kysely);
}

/** `compareHeads` of traceSpan.ts, in SQL. */
function orderOf(head: string): ReturnType<typeof sql> {
  return sql.raw(`((${head} ->> 'start')::int8, (${head} ->> 'uuid') collate "C", (${head} ->> 'id') collate "C")`);
}

/**
 * `mergeRoots` of traceSpan.ts, in SQL. Most spans are not roots; then no JSON is taken apart. The list is put together as text,
 * because `jsonb_agg` is not immutable.
 */
const MERGE_ROOTS = sql.raw(`
  case
    when excluded.roots = '[]' then t.roots
    when t.roots = '[]' then excluded.roots
    else (
      select ('[' || string_agg(head::text, ',' order by start, uuid, id) || ']')::jsonb
      from (
        select * from (
          select distinct on (uuid) head, start, uuid, id
          from jsonb_array_elements(t.roots || excluded.roots) as head,
            lateral (select (head ->> 'start')::int8 as start, (head ->> 'uuid') collate "C" as uuid,
                            (head ->> 'id') collate "C" as id) as key
          order by uuid, start, id
        ) as each
        order by start, uuid, id
        limit ${MAX_ROOTS}
      ) as smallest)
  end`);
