import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { isStorable } from './sourceMap.js';

/**
 * Counts as a touch to retention, where the release has a row: for who learns that its maps need not be uploaded again.
 * Writes at most once an hour. Waits for a retention that is deleting its maps: what is listed afterwards stays.
 */
export async function touchRelease(db: Queryable, projectId: string, version: string): Promise<void> {
  if (!isStorable(version)) return;
  await sql`
    update releases set touched_at = now()
    where project_id = ${projectId} and version = ${version} and touched_at < now() - interval '1 hour'`.execute(
    db.kysely,
  );
}
