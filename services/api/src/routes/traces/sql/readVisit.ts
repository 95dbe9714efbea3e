import { MAX_EARLIER } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { readTraceDays, type MergedTrace, type TraceSummary } from '@sluice/traces';

/** The page traces of a visit up to one of them. */
interface Visit {
  /** Earliest first; the given trace is not included. */
  readonly earlier: readonly TraceSummary[];
  /** Whether the earliest one names a trace before it. */
  readonly hasMore: boolean;
}

/**
 * Returns the traces before a trace of a visit, each named by the roots of the one after it, at most {@link MAX_EARLIER};
 * `undefined` if no span of the trace is stored. Stops at a trace that is not stored or that came before.
 */
export async function readVisit(db: Queryable, projectId: string, traceId: string): Promise<Visit | undefined> {
  const given = await readTraceDays(db, projectId, traceId);
  if (given === undefined) return undefined;
  const met = new Set([traceId]);
  const earlier: TraceSummary[] = [];
  let previous = await readPrevious(db, projectId, given);
  while (previous !== undefined && !met.has(previous)) {
    if (earlier.length === MAX_EARLIER) return { earlier: earlier.reverse(), hasMore: true };
    met.add(previous);
    const trace = await readTraceDays(db, projectId, previous);
    if (trace === undefined) break;
    earlier.push(trace.summary);
    previous = await readPrevious(db, projectId, trace);
  }
  return { earlier: earlier.reverse(), hasMore: false };
}

/** Reads the roots by their ids: a trace may have a million other spans. */
async function readPrevious(db: Queryable, projectId: string, { sources }: MergedTrace): Promise<string | undefined> {
  const ids = sql`${sources.map(({ id }) => id)}::uuid[]`;
  const { rows } = await sql<{ id: string }>`
    select previous_trace_id as id from spans
    where project_id = ${projectId} and id = any(${ids}) and previous_trace_id is not null
    order by array_position(${ids}, id) limit 1`.execute(db.kysely);
  return rows[0]?.id;
}
