import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { isStorable } from './sourceMap.js';

/**
 * Renews the retention of a release's maps, if it has a row: called when an uploader learns that maps need not be
 * sent again. Writes at most once per hour. Waits for a retention run that is deleting its maps, so that maps listed
 * afterwards stay.
 */
export async function touchRelease(db: Queryable, projectId: string, version: string): Promise<void> {
  if (!isStorable(version)) return;
  await sql`
    update releases set touched_at = now()
    where project_id = ${projectId} and version = ${version} and touched_at < now() - interval '1 hour'`.execute(
    db.kysely,
  );
}
