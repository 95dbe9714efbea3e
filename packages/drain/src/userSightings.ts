import type { EventTableName, UserSighting } from '@sluice/db';
import type { StoredRow } from './definition.js';

/**
 * Returns what stored events tell of their project users (protocol 2.2). A sighting is never later than the event's arrival: a time
 * ahead of the clock, forged or not, would otherwise win over everything that is told of the user until then, and for good
 * where the user does not come again. What a server key sent says so: no public key overwrites it.
 */
export function userSightings(stored: readonly StoredRow<EventTableName, unknown>[]): readonly UserSighting[] {
  const sightings: UserSighting[] = [];
  for (const { event, facts } of stored) {
    if (event.user === undefined) continue;
    const { key: userKey, id, email, username, name, ip } = event.user;
    const { projectId, arrivalMs, byServer = false } = facts;
    const timestampMs = Math.min(event.timestampMs, arrivalMs);
    sightings.push({ projectId, userKey, timestampMs, id, email, username, name, ip, byServer });
  }
  return sightings;
}
