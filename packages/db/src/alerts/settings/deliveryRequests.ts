import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { writeAudit } from '../../audit/writeAudit.js';
import type { Database } from '../../connection/createDatabase.js';
import { inTransaction } from '../../connection/inTransaction.js';
import { TenancyError } from '../../tenancyError.js';
import { findDeliveryProject, readDelivery, type DeliveryRef } from './deliveries.js';
import { lockDestination, readDestination, type DestinationRef } from './destinations.js';
import type { StoredDestination } from './storedDestination.js';

/** Requests a test message to a destination, also to a paused one. Returns the id of the delivery. @throws TenancyError `not_found` */
export async function sendTest(db: Database, ref: DestinationRef): Promise<string> {
  await readDestination(db, ref);
  const id = randomUUID();
  await sql`
    insert into alert_deliveries (project_id, id, organization_id, destination_id, kind)
    values (${`-${ref.organizationId}`}::int8, ${id}::uuid, ${ref.organizationId}::int8, ${ref.id}::int8, 'test')
  `.execute(db.kysely);
  return id;
}

/**
 * Requests that the message of a delivery is sent once more, as a delivery of its own, whose id it returns.
 * @throws TenancyError `not_found`, also if the destination is deleted, or `invalid` if there is no message yet
 */
export async function sendAgain(db: Database, ref: DeliveryRef): Promise<string> {
  const { destination, message } = await readDelivery(db, ref);
  await readDestination(db, { organizationId: ref.organizationId, id: destination.id });
  if (message === null) throw new TenancyError('invalid', 'the delivery has no message yet; it waits to be sent');
  const projectId = await findDeliveryProject(db, ref);
  const id = randomUUID();
  await sql`
    insert into alert_deliveries (project_id, id, organization_id, destination_id, kind, message)
    values (${projectId}::int8, ${id}::uuid, ${ref.organizationId}::int8, ${destination.id}::int8, 'resend',
      ${JSON.stringify(message)}::jsonb)`.execute(db.kysely);
  return id;
}

/**
 * Pauses a destination, so that its messages wait, or resumes it, so that what waits is sent. Nothing changes if it is so.
 * @throws TenancyError `not_found`
 */
export function setPaused(
  db: Database,
  ref: DestinationRef,
  isPaused: boolean,
  actor: Actor,
): Promise<StoredDestination> {
  const { organizationId, id } = ref;
  return inTransaction(db, async (tx) => {
    const before = await lockDestination(tx, ref, undefined);
    if ((before.pausedAt !== null) === isPaused) return before;
    const reason = `paused by ${actor.label}`;
    await sql`
      update alert_destinations set failures = 0, paused_at = ${isPaused ? sql`now()` : sql`null`},
        paused_reason = ${isPaused ? reason : null}
      where organization_id = ${organizationId}::int8 and id = ${id}::int8`.execute(tx.kysely);
    if (!isPaused) {
      await sql`
        update alert_deliveries set state = 'waiting', next_at = statement_timestamp(), claimed_until = null
        where destination_id = ${id}::int8 and organization_id = ${organizationId}::int8 and state = 'paused'
      `.execute(tx.kysely);
    }
    const action = isPaused ? 'alert_destination.pause' : 'alert_destination.resume';
    await writeAudit(tx, { organizationId, actor, action, target: before.name, after: { id } });
    return readDestination(tx, ref);
  });
}
