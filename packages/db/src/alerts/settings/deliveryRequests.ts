import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { writeAudit } from '../../audit/writeAudit.js';
import type { Database } from '../../connection/createDatabase.js';
import { inTransaction, type Tx } from '../../connection/inTransaction.js';
import { found, TenancyError } from '../../tenancyError.js';
import { requestTest, resendDelivery } from '../deliveries.js';
import { resumeDestination } from '../destination.js';
import { findDeliveryProject, readDelivery, type DeliveryRef } from './deliveries.js';
import { lockDestination, readDestination, type DestinationRef } from './destinations.js';
import type { StoredDestination } from './storedDestination.js';

/** Tests and repeated messages of an hour that a destination gets: enough to set it up, too few to flood a receiver. */
export const MOST_REQUESTED = 10;

/** A delivery that was requested, or for how many seconds the destination gets no further one. */
export type RequestedDelivery = { readonly deliveryId: string } | { readonly waitS: number };

/**
 * Requests a test message to a destination, also to a paused one, unless it got {@link MOST_REQUESTED} in the last hour. A
 * destination to assignees sends it to the user who asks.
 * @throws TenancyError `not_found`
 */
export function sendTest(db: Database, ref: DestinationRef, actor: Actor): Promise<RequestedDelivery> {
  const { organizationId, id: destinationId } = ref;
  const requestedBy = 'userId' in actor ? actor.userId : null;
  const test = { organizationId, destinationId, projectId: `-${organizationId}`, requestedBy };
  return request(db, ref, (tx) => requestTest(tx, test));
}

/**
 * Requests that the message of a delivery is sent once more, as a delivery of its own, unless its destination got
 * {@link MOST_REQUESTED} in the last hour.
 * @throws TenancyError `not_found`, also if the destination is deleted, or `invalid` if there is no message yet
 */
export async function sendAgain(db: Database, ref: DeliveryRef): Promise<RequestedDelivery> {
  const { destination, message, state } = await readDelivery(db, ref);
  await readDestination(db, { organizationId: ref.organizationId, id: destination.id });
  if (message === null && state !== 'failed')
    throw new TenancyError('invalid', 'the delivery has no message yet; it waits to be sent');
  const projectId = await findDeliveryProject(db, ref);
  return request(db, { organizationId: ref.organizationId, id: destination.id }, async (tx) =>
    found(await resendDelivery(tx, { projectId, id: ref.id }), 'the delivery has nothing to send'),
  );
}

/** The row of the destination is locked: of requests at the same time, each counts those before it. */
const request = (db: Database, ref: DestinationRef, add: (tx: Tx) => Promise<string>): Promise<RequestedDelivery> =>
  inTransaction(db, async (tx) => {
    await lockDestination(tx, ref, undefined);
    const waitS = await readWait(tx, ref);
    return waitS > 0 ? { waitS } : { deliveryId: await add(tx) };
  });

/** Returns after how many seconds the destination may get one more; 0: now. */
async function readWait(tx: Tx, { organizationId, id }: DestinationRef): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from created_at + interval '1 hour' - now())::float8 as wait from alert_deliveries
    where organization_id = ${organizationId}::int8 and destination_id = ${id}::int8 and kind in ('test', 'resend')
      and created_at > now() - interval '1 hour'
    order by created_at desc limit ${MOST_REQUESTED}`.execute(tx.kysely);
  const oldest = rows[MOST_REQUESTED - 1];
  return oldest === undefined ? 0 : Math.max(1, Math.ceil(oldest.wait));
}

/**
 * Pauses a destination, so that its messages wait, or resumes it, so that what waits is sent. Nothing changes if it is so.
 * @throws TenancyError `not_found`, or `invalid` if every address of a destination `email` unsubscribed
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
    if (!isPaused && before.kind === 'email' && (before.config.addresses ?? []).length === 0)
      throw new TenancyError('invalid', 'config.addresses: every address unsubscribed; add one first');
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
