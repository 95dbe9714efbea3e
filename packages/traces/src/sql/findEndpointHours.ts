import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** An hour of a project whose root spans are to be derived. */
export interface EndpointHour {
  readonly projectId: string;
  /** Start of the UTC hour of arrival, milliseconds since 1970. */
  readonly hourMs: number;
}

/** An hour is derived again after this many times what the last time took: deriving takes at most 5 % of the time. */
const PAUSE = 20;

/** The shortest pause: a run ends although spans arrive all the time. */
const LEAST_PAUSE_MS = 10_000;

/**
 * Returns the hours of which spans were stored since they were derived, at most `limit`: first those that were never derived,
 * newest first, then those that have waited longest. An hour that was derived a short time ago is left out, because it is read
 * completely each time.
 */
export async function findEndpointHours(db: Queryable, limit: number): Promise<readonly EndpointHour[]> {
  const { rows } = await sql<{ project_id: string; hour: Date }>`
    select a.project_id, a.hour
    from (select distinct project_id, hour from span_arrivals) a
    left join endpoint_rollups r on r.project_id = a.project_id and r.hour = a.hour
    where r.hour is null or r.rolled_at < now() - greatest(r.took_ms * ${PAUSE}::int8, ${LEAST_PAUSE_MS}::int8) * interval '1 millisecond'
    order by r.rolled_at nulls first, a.hour desc, a.project_id limit ${limit}`.execute(db.kysely);
  return rows.map(({ project_id: projectId, hour }) => ({ projectId, hourMs: hour.getTime() }));
}
