import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { toReleases, type ReleaseRow, type StoredRelease } from './releases/storedRelease.js';
import { isStorable } from './sourceMap.js';

/** Returns one release; `undefined` if the project has none with this version. */
export async function readRelease(
  db: Queryable,
  projectId: string,
  version: string,
): Promise<StoredRelease | undefined> {
  if (!isStorable(version)) return undefined;
  const { rows } = await sql<ReleaseRow>`
    select * from releases where project_id = ${projectId} and version = ${version}`.execute(db.kysely);
  return (await toReleases(db, rows))[0];
}

/** Whether the release was ever seen on an exception or an upload, or described. */
export async function hasRelease(db: Queryable, projectId: string, version: string): Promise<boolean> {
  if (!isStorable(version)) return false;
  const row = await db.kysely
    .selectFrom('releases')
    .select('version')
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row !== undefined;
}
