import { orderingTime } from '@sluice/contract';
import type { UserSighting } from '@sluice/db';
import type { StoredRow, StoreName } from './definition.js';

/**
 * Returns sightings of the project users of stored events (protocol 2.2), at the times by which events are ordered: a
 * timestamp in the future would override everything reported about the user until then. Sightings from server keys are marked, so that public keys do not override them.
 */
export function userSightings(stored: readonly StoredRow<StoreName, unknown>[]): readonly UserSighting[] {
  const sightings: UserSighting[] = [];
  for (const { event, facts } of stored) {
    if (event.user === undefined) continue;
    const { key: userKey, id, email, username, name, ip } = event.user;
    const { projectId, byServer = false } = facts;
    const timestampMs = orderingTime(event.timestampMs, facts);
    sightings.push({ projectId, userKey, timestampMs, id, email, username, name, ip, byServer });
  }
  return sightings;
}
