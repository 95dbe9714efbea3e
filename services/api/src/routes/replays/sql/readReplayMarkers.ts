import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** A stored event that happened during a replay. */
export interface ReplayMarker {
  readonly kind: 'request' | 'log' | 'pageview' | 'custom';
  readonly id: string;
  readonly timestamp: Date;
  readonly text: string;
  /** Level of a log, status of a request. */
  readonly level: string | null;
  /** Milliseconds of a request. */
  readonly duration: number | null;
  readonly traceId: string;
}

/** Traces that are read, and the most markers of each kind. */
const MAX_TRACES = 100;
const MAX_MARKERS = 500;
const MAX_TEXT = 300;

/**
 * Returns the requests, logs and hits of a replay's traces, by time. Of each kind the first {@link MAX_MARKERS} by arrival. A
 * request is a span that a browser sent whose operation begins with `http`.
 */
export async function readReplayMarkers(
  db: Queryable,
  projectId: string,
  traceIds: readonly string[],
): Promise<readonly ReplayMarker[]> {
  const traces = traceIds.slice(0, MAX_TRACES);
  if (traces.length === 0) return [];
  const ofTraces = sql`project_id = ${projectId} and trace_id = any(${traces}::text[])`;
  const { rows } = await sql<ReplayMarker>`
    select * from (
      (select 'request' as kind, id, start_time as timestamp, left(name, ${MAX_TEXT}) as text, status as level, duration,
          trace_id as "traceId"
        from spans where ${ofTraces} and starts_with(op, 'http') and op <> 'http.server' order by id limit ${MAX_MARKERS})
      union all
      (select 'log', id, timestamp, left(message, ${MAX_TEXT}), level, null, trace_id
        from logs where ${ofTraces} order by id limit ${MAX_MARKERS})
      union all
      (select kind, id, timestamp, left(coalesce(name, url, ''), ${MAX_TEXT}), null, null, trace_id
        from hits where ${ofTraces} order by id limit ${MAX_MARKERS})) as m
    order by timestamp, id`.execute(db.kysely);
  return rows;
}
