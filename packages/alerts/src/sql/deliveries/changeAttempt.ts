import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { ClaimedDelivery } from './claimDeliveries.js';

/**
 * Changes a delivery of which an attempt has been claimed.
 *
 * Invariant: only the latest attempt decides. Resolves with false, and changes nothing, if another one has begun or the delivery has ended.
 * @param columns assignments of an UPDATE
 */
export async function changeAttempt(
  db: Queryable,
  { projectId, id, attempt }: Pick<ClaimedDelivery, 'projectId' | 'id' | 'attempt'>,
  columns: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    update alert_deliveries set ${columns}
    where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'
    returning 1`.execute(db.kysely);
  return rows.length > 0;
}

/** The time until which a claim excludes other processes, from now on. */
export const leaseOf = ({ leaseMs }: Pick<ClaimedDelivery, 'leaseMs'>): RawBuilder<unknown> =>
  sql`now() + make_interval(secs => ${leaseMs / 1_000}::float8)`;
