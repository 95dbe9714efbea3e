import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { endpointTotals, type EndpointSums, type EndpointTotals } from './endpointRows.js';
import { isRollUpPending } from './readEndpointSeries.js';

/** Which root spans to group by name. */
export interface EndpointListRequest {
  readonly environment?: string | undefined;
  /** Part of the name, case-insensitive. */
  readonly query?: string | undefined;
  /** Arrival, milliseconds since 1970: whole hours. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Root spans of one name. */
export interface ListedEndpoint extends EndpointTotals {
  readonly name: string;
}

/** Root spans by name. */
export interface EndpointList {
  /** In no order. */
  readonly endpoints: readonly ListedEndpoint[];
  /** Of all names, whatever the query; `undefined` without a root span. */
  readonly total: EndpointTotals | undefined;
  /** Whether older hours than those of the {@link MAX_ROWS} newest rows are missing. */
  readonly truncated: boolean;
  /** Whether spans of the range are stored that housekeeping has not derived yet. */
  readonly isPending: boolean;
}

/** The most rows read for one answer. */
const MAX_ROWS = 50_000;

/** Returns the root spans of a range by name, from the rollup: at most {@link MAX_ROWS} rows, the newest. */
export async function listEndpoints(
  db: Queryable,
  projectId: string,
  request: EndpointListRequest,
): Promise<EndpointList> {
  const { environment, query, fromMs, toMs } = request;
  const [{ rows }, isPending] = await Promise.all([
    sql<EndpointSums & { name: string; rows: number }>`
      select name, count(*)::int4 as rows, sum(count) as count, sum(errors) as errors, sum(sum) as sum, min(min) as min,
        max(max) as max, string_agg(sketch, ' ') as sketches
      from (
        select name, count, errors, sum, min, max, sketch from endpoint_hours
        where project_id = ${projectId} and hour >= ${new Date(fromMs)} and hour < ${new Date(toMs)}
          and ${environment === undefined ? sql`true` : sql`environment = ${environment}`}
          and ${query === undefined ? sql`true` : sql`(name = '' or position(lower(${query}) in lower(name)) > 0)`}
        order by hour desc limit ${MAX_ROWS}) as newest
      group by name`.execute(db.kysely),
    isRollUpPending(db, projectId, request),
  ]);
  const all = rows.find(({ name }) => name === '');
  return {
    endpoints: rows.filter(({ name }) => name !== '').map((row) => ({ name: row.name, ...endpointTotals(row) })),
    total: all === undefined ? undefined : endpointTotals(all),
    truncated: rows.reduce((sum, row) => sum + row.rows, 0) === MAX_ROWS,
    isPending,
  };
}
