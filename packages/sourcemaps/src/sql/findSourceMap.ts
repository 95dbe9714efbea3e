import type { Queryable } from '@sluice/db';
import { hashOfFilename, isStorable, SOURCE_MAP_COLUMNS, toSourceMap } from './sourceMap.js';
import type { SourceMapName, StoredSourceMap } from './sourceMap.js';

/** Returns the source map of a release and filename; `undefined` if there is none. */
export async function findSourceMap(
  db: Queryable,
  projectId: string,
  { release, filename }: SourceMapName,
): Promise<StoredSourceMap | undefined> {
  if (!isStorable(release)) return undefined;
  const row = await db.kysely
    .selectFrom('sourcemaps')
    .select(SOURCE_MAP_COLUMNS)
    .where('project_id', '=', projectId)
    .where('release', '=', release)
    .where('filename_hash', '=', hashOfFilename(filename))
    .executeTakeFirst();
  return row === undefined ? undefined : toSourceMap(row);
}
