import { upsertProjectUsers, type EventTableName, type Tx, type UserSighting } from '@sluice/db';
import type { StoredRow } from './definition.js';

/** Links stored events to their project users (spec 2.2). Last in every worker's `derive`: users are shared by all. */
export async function deriveUsers(tx: Tx, stored: readonly StoredRow<EventTableName>[]): Promise<void> {
  const sightings: UserSighting[] = [];
  for (const { event, facts } of stored) {
    if (event.user === undefined) continue;
    const { key, ...fields } = event.user;
    sightings.push({ projectId: facts.projectId, userKey: key, timestampMs: event.timestampMs, ...fields });
  }
  if (sightings.length > 0) await upsertProjectUsers(tx, sightings);
}
