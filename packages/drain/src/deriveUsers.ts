import { upsertProjectUsers, type EventTableName, type Tx, type UserChange, type UserSighting } from '@sluice/db';
import type { StoredRow } from './definition.js';

/**
 * Links stored events to their project users (spec 2.2). After every definition's `derive`: users are shared by all
 * workers. Resolves with what may be written later, `room` users at most.
 */
export async function deriveUsers(
  tx: Tx,
  stored: readonly StoredRow<EventTableName>[],
  room: number,
): Promise<readonly UserChange[]> {
  const sightings: UserSighting[] = [];
  for (const { event, facts } of stored) {
    if (event.user === undefined) continue;
    const { key: userKey, id, email, username, name, ip } = event.user;
    const { projectId } = facts;
    sightings.push({ projectId, userKey, timestampMs: event.timestampMs, id, email, username, name, ip });
  }
  return sightings.length === 0 ? [] : upsertProjectUsers(tx, sightings, room);
}
