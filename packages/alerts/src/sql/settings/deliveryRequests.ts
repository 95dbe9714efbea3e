import { MOST_REQUESTED, type Actor } from '@sluice/contract';
import { sql } from 'kysely';
import {
  type Database,
  found,
  inTransaction,
  TenancyError,
  type TenantLimit,
  type Tx,
  writeAudit,
  wholeOrganization,
} from '@sluice/db';
import { requestTest, resendDelivery } from '../deliveries/deliveries.js';
import { getsAlerts, readAddressStatus } from '../addresses/addressStatus.js';
import { resumeDestination } from '../deliveries/destination.js';
import { findDeliveryProject, readDelivery, type DeliveryRef } from './deliveries.js';
import { lockDestination, readDestination, type DestinationRef } from './destinations.js';
import type { StoredDestination } from './storedDestination.js';

/** A delivery that was requested, or for how many seconds there is no further one, and of whom the limit is. */
export type RequestedDelivery =
  { readonly deliveryId: string } | { readonly waitS: number; readonly of: 'destination' | 'organization' };

/**
 * Requests a test message to a destination, also to a paused one, unless it got {@link MOST_REQUESTED} in the last hour, or the
 * organization reached its limit, whatever destinations it deleted meanwhile. A
 * destination to assignees sends it to the user who asks.
 * @throws TenancyError `not_found`
 */
export function sendTest(
  db: Database,
  ref: DestinationRef,
  actor: Actor,
  limit?: TenantLimit,
): Promise<RequestedDelivery> {
  const { organizationId, id: destinationId } = ref;
  const requestedBy = 'userId' in actor ? actor.userId : null;
  const test = { organizationId, destinationId, projectId: wholeOrganization(organizationId), requestedBy };
  return request(db, { ...ref, limit }, (tx) => requestTest(tx, test));
}

/**
 * Requests that the message of a delivery is sent once more, as a delivery of its own, unless its destination got
 * {@link MOST_REQUESTED} in the last hour, or the organization reached its limit.
 * @throws TenancyError `not_found`, also if the destination is deleted, or `invalid` if there is no message yet
 */
export async function sendAgain(db: Database, ref: DeliveryRef, limit?: TenantLimit): Promise<RequestedDelivery> {
  const { destination, message, state } = await readDelivery(db, ref);
  await readDestination(db, { organizationId: ref.organizationId, id: destination.id });
  if (message === null && state !== 'failed')
    throw new TenancyError('invalid', 'the delivery has no message yet; it waits to be sent');
  const projectId = await findDeliveryProject(db, ref);
  return request(db, { organizationId: ref.organizationId, id: destination.id, limit }, async (tx) =>
    found(await resendDelivery(tx, { projectId, id: ref.id }), 'the delivery has nothing to send'),
  );
}

interface Requesting extends DestinationRef {
  /** Requests of the organization in an hour; default: any number. */
  readonly limit: TenantLimit | undefined;
}

/** Of requests of an organization at the same time, each counts those before it. */
const request = (db: Database, ref: Requesting, add: (tx: Tx) => Promise<string>): Promise<RequestedDelivery> =>
  inTransaction(db, async (tx) => {
    const { organizationId, limit } = ref;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sluice.requested.${organizationId}`}, 0))`.execute(
      tx.kysely,
    );
    await lockDestination(tx, ref, undefined);
    const waitS = await readWait(tx, ref, MOST_REQUESTED);
    if (waitS > 0) return { waitS, of: 'destination' };
    const organizationS = limit === undefined ? 0 : await readWait(tx, { organizationId }, limit.most);
    return organizationS > 0 ? { waitS: organizationS, of: 'organization' } : { deliveryId: await add(tx) };
  });

/** Returns after how many seconds a destination, or without `id` an organization, may get one more; 0: now. Deleted ones count. */
async function readWait(
  tx: Tx,
  { organizationId, id }: { readonly organizationId: string; readonly id?: string },
  most: number,
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from created_at + interval '1 hour' - now())::float8 as wait from alert_deliveries
    where organization_id = ${organizationId}::int8 and kind in ('test', 'resend')
      ${id === undefined ? sql`` : sql`and destination_id = ${id}::int8`} and created_at > now() - interval '1 hour'
    order by created_at desc limit ${most}`.execute(tx.kysely);
  const oldest = rows[most - 1];
  return oldest === undefined ? 0 : Math.max(1, Math.ceil(oldest.wait));
}

/**
 * Pauses a destination, so that its messages wait, or resumes it, so that what waits is sent. Nothing changes if it is so.
 * @throws TenancyError `not_found`, or `invalid` if no address of a destination `email` gets alerts
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
    if (!isPaused && before.kind === 'email') await assertAddress(tx, organizationId, before);
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

/** @throws TenancyError `invalid` if no address of a destination gets alerts */
async function assertAddress(tx: Tx, organizationId: string, destination: StoredDestination): Promise<void> {
  const { config, unconfirmed, unconfirmedUntil } = destination;
  const { addresses = [] } = config;
  const states = await readAddressStatus(tx, { organizationId, addresses, unconfirmed, unconfirmedUntil });
  if (states.some(getsAlerts)) return;
  throw new TenancyError(
    'invalid',
    'config.addresses: no address has confirmed that it wants alerts; it is resumed when one does',
  );
}
