import { sql } from 'kysely';
import { type Database, inTransaction, type Queryable } from '@sluice/db';
import { storableJson } from '../../decide/storableJson.js';
import { changeAttempt, leaseOf } from './changeAttempt.js';
import type { ClaimedDelivery } from './claimDeliveries.js';

/**
 * Stores that a part of a delivery is settled, and renews the lease. Resolves with false, and stores nothing, if another attempt
 * began.
 * @param refusal `null` if the part was accepted, or why it was refused permanently
 */
export const settlePart = (
  db: Queryable,
  delivery: ClaimedDelivery,
  { key, refusal }: { readonly key: string; readonly refusal: string | null },
): Promise<boolean> =>
  changeAttempt(
    db,
    delivery,
    sql`progress = coalesce(progress, '{}'::jsonb) || ${storableJson({ [key]: refusal })}::jsonb,
      claimed_until = ${leaseOf(delivery)}`,
  );

/**
 * Releases a delivery whose attempt was aborted before its result was known: another process attempts it at once. The schedule does not
 * count the attempt, but the log shows it. Without effect if another attempt began.
 */
export const releaseDelivery = (db: Database, delivery: ClaimedDelivery, tookMs: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const released = sql`claimed_until = null, next_at = now(), tries_from = tries_from + 1`;
    if (!(await changeAttempt(tx, delivery, released))) return;
    const { projectId, id, attempt } = delivery;
    await sql`
      insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, result, problem)
      values (${projectId}::int8, ${id}::uuid, ${attempt}, now(), ${Math.round(tookMs)}, 'retry',
        'the process was stopped before the receiver answered')`.execute(tx.kysely);
  });

/**
 * Releases a delivery before it is sent, and makes it due at a later time, milliseconds since 1970. Neither the schedule nor the log counts
 * the attempt. Without effect if another attempt began.
 */
export async function postponeDelivery(db: Queryable, delivery: ClaimedDelivery, untilMs: number): Promise<void> {
  const until = sql`${new Date(untilMs).toISOString()}::timestamptz`;
  await changeAttempt(db, delivery, sql`claimed_until = null, next_at = ${until}, tries_from = tries_from + 1`);
}
