import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { writeAudit } from '../../audit/writeAudit.js';
import type { Database } from '../../connection/createDatabase.js';
import { inTransaction } from '../../connection/inTransaction.js';
import { found, TenancyError } from '../../tenancyError.js';
import { requestTest, resendDelivery } from '../deliveries.js';
import { resumeDestination } from '../destination.js';
import { findDeliveryProject, readDelivery, type DeliveryRef } from './deliveries.js';
import { lockDestination, readDestination, type DestinationRef } from './destinations.js';
import type { StoredDestination } from './storedDestination.js';

/** Requests a test message to a destination, also to a paused one. Returns the id of the delivery. @throws TenancyError `not_found` */
export async function sendTest(db: Database, ref: DestinationRef): Promise<string> {
  await readDestination(db, ref);
  const { organizationId, id: destinationId } = ref;
  return requestTest(db, { organizationId, destinationId, projectId: `-${organizationId}` });
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
  return found(await resendDelivery(db, { projectId, id: ref.id }), 'there is no such delivery');
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
    if (isPaused) {
      await sql`
        update alert_destinations set paused_at = now(), paused_reason = ${`paused by ${actor.label}`}
        where organization_id = ${organizationId}::int8 and id = ${id}::int8`.execute(tx.kysely);
    } else await resumeDestination(tx, { organizationId, destinationId: id });
    const action = isPaused ? 'alert_destination.pause' : 'alert_destination.resume';
    await writeAudit(tx, { organizationId, actor, action, target: before.name, after: { id } });
    return readDestination(tx, ref);
  });
}
