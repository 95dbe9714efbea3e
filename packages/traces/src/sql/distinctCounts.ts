import { lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { MergedTrace, TraceSummary } from './traceSummary.js';

/**
 * Returns summaries in the order of the traces. Counts spans by uuid if at most `most` are stored: a span that was sent in two
 * batches is one. Of two spans with one uuid the one that arrived first counts.
 */
export async function distinctCounts(
  db: Queryable,
  projectId: string,
  traces: readonly MergedTrace[],
  most: number,
): Promise<readonly TraceSummary[]> {
  const few = traces.filter(({ summary }) => summary.approximate && summary.spanCount <= most);
  const counted = few.length === 0 ? NONE : await countSpans(db, projectId, few);
  return traces.map(({ summary }) => {
    const counts = counted.get(summary.traceId);
    if (counts === undefined) return summary;
    return { ...summary, spanCount: counts.spans, errorCount: counts.errors, approximate: false };
  });
}

interface Counts {
  readonly trace_id: string;
  readonly spans: number;
  readonly errors: number;
}

const NONE: ReadonlyMap<string, Counts> = new Map();

async function countSpans(
  db: Queryable,
  projectId: string,
  traces: readonly MergedTrace[],
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts>`
    select trace_id, count(*)::int4 as spans, (count(*) filter (where status = 'error'))::int4 as errors
    from (
      select distinct on (trace_id, span_uuid) trace_id, status
      from spans
      where project_id = ${projectId} and trace_id = any(${traces.map(({ summary }) => summary.traceId)}::text[])
        and id >= ${lowestIdAt(Math.min(...traces.map(({ fromMs }) => fromMs)))}
        and id < ${lowestIdAt(Math.max(...traces.map(({ toMs }) => toMs)))}
      order by trace_id, span_uuid, id
    ) as once
    group by trace_id`.execute(db.kysely);
  return new Map(rows.map((row) => [row.trace_id, row]));
}
