import { sql } from 'kysely';
import type { Tx } from '@sluice/db';
import { getsAlerts, readAddressStatus } from '../addresses/addressStatus.js';
import { isWithoutAddress, NONE_CONFIRMED } from '../../addresses/pauseReasons.js';
import { resumeDestination } from '../deliveries/destination.js';
import type { StoredDestination } from './storedDestination.js';

/**
 * Pauses a destination `email` of which no address gets alerts, so that its messages wait for the first one that confirms, and resumes it if
 * that is why it is paused and one gets them now. Call it with the destination locked.
 */
export async function followAddresses(tx: Tx, organizationId: string, destination: StoredDestination): Promise<void> {
  if (destination.kind !== 'email') return;
  const { id, config, pausedAt, pausedReason, unconfirmed, unconfirmedUntil } = destination;
  const { addresses = [] } = config;
  const states = await readAddressStatus(tx, { organizationId, addresses, unconfirmed, unconfirmedUntil });
  if (states.some(getsAlerts)) {
    if (isWithoutAddress(pausedReason)) await resumeDestination(tx, { organizationId, destinationId: id });
    return;
  }
  if (pausedAt !== null) return;
  await sql`
    update alert_destinations set paused_at = now(), paused_reason = ${NONE_CONFIRMED}
    where organization_id = ${organizationId}::int8 and id = ${id}::int8`.execute(tx.kysely);
}
