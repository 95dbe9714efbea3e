import { sql } from 'kysely';
import { type Database, inTransaction, type Queryable } from '@sluice/db';
import type { ClaimedDelivery } from './claimDeliveries.js';
import { storableJson } from '../../decide/storableJson.js';

/**
 * Stores that a part of a delivery is settled, and renews the lease. Resolves with false, and stores nothing, if another attempt
 * began.
 * @param refusal `null` if the part was accepted, or why it was refused for good
 */
export async function settlePart(
  db: Queryable,
  { projectId, id, attempt, leaseMs }: ClaimedDelivery,
  part: { readonly key: string; readonly refusal: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update alert_deliveries set
      progress = coalesce(progress, '{}'::jsonb) || ${storableJson({ [part.key]: part.refusal })}::jsonb,
      claimed_until = now() + make_interval(secs => ${leaseMs / 1_000}::float8)
    where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'
    returning 1`.execute(db.kysely);
  return rows.length > 0;
}

/**
 * Releases a delivery whose attempt was aborted before its result was known: another process attempts it at once. The schedule does not
 * count the attempt, but the log shows it. Without effect if another attempt began.
 */
export const releaseDelivery = (
  db: Database,
  { projectId, id, attempt }: ClaimedDelivery,
  tookMs: number,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update alert_deliveries set claimed_until = null, next_at = now(), tries_from = tries_from + 1
      where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'
      returning 1`.execute(tx.kysely);
    if (rows.length === 0) return;
    await sql`
      insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, result, problem)
      values (${projectId}::int8, ${id}::uuid, ${attempt}, now(), ${Math.round(tookMs)}, 'retry',
        'the process was stopped before the receiver answered')`.execute(tx.kysely);
  });

/**
 * Releases a delivery before it is sent, and makes it due at a later time, milliseconds since 1970. Neither the schedule nor the log counts
 * the attempt. Without effect if another attempt began.
 */
export async function postponeDelivery(
  db: Queryable,
  { projectId, id, attempt }: ClaimedDelivery,
  untilMs: number,
): Promise<void> {
  await sql`
    update alert_deliveries set claimed_until = null, next_at = ${new Date(untilMs).toISOString()}::timestamptz,
      tries_from = tries_from + 1
    where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'`.execute(
    db.kysely,
  );
}
