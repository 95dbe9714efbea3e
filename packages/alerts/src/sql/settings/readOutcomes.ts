import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** How many destinations of a firing are in which state. */
export interface FiringOutcome {
  /** Also before the message is composed: for a digest, in quiet hours, or beyond the limit of the hour. */
  readonly waiting: number;
  readonly sent: number;
  readonly paused: number;
  readonly failed: number;
}

/** Of a firing that was suppressed, or whose rule has no destination. */
export const NO_DESTINATION: FiringOutcome = { waiting: 0, sent: 0, paused: 0, failed: 0 };

/** Returns what became of firings, by their ids; those without a destination are left out. */
export async function readOutcomes(
  db: Queryable,
  firings: readonly { readonly id: string; readonly projectId: string }[],
): Promise<ReadonlyMap<string, FiringOutcome>> {
  if (firings.length === 0) return new Map();
  const projectIds = [...new Set(firings.map(({ projectId }) => projectId))];
  const { rows } = await sql<{ id: string; state: keyof FiringOutcome; count: number }>`
    select n.firing_id as id, case when n.delivery_id is null then 'waiting' else coalesce(d.state, 'sent') end as state,
      count(*)::int4 as count
    from alert_notices n left join alert_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id
    where n.project_id = any(${projectIds}::int8[]) and n.firing_id = any(${firings.map(({ id }) => id)}::uuid[])
    group by 1, 2`.execute(db.kysely);
  const outcomes = new Map<string, FiringOutcome>();
  for (const { id, state, count } of rows)
    outcomes.set(id, { ...(outcomes.get(id) ?? NO_DESTINATION), [state]: count });
  return outcomes;
}
