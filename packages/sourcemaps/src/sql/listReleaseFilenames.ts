import type { Queryable } from '@sluice/db';
import { isStorable } from './sourceMap.js';

/** Returns the filenames for which a release has source maps, by name, at most `limit`. */
export async function listReleaseFilenames(
  db: Queryable,
  projectId: string,
  release: string,
  limit: number,
): Promise<readonly string[]> {
  if (!isStorable(release)) return [];
  const rows = await db.kysely
    .selectFrom('sourcemaps')
    .select('filename')
    .where('project_id', '=', projectId)
    .where('release', '=', release)
    .orderBy('filename')
    .limit(limit)
    .execute();
  return rows.map(({ filename }) => filename);
}
