import type { Queryable } from '@sluice/db';
import { isStorable, keyColumns, SOURCE_MAP_COLUMNS, toSourceMap } from './sourceMap.js';
import type { SourceMapName, StoredSourceMap } from './sourceMap.js';

/** Returns the source map of this name; `undefined` if there is none. The debug id of a map with a release may differ. */
export async function findSourceMap(
  db: Queryable,
  projectId: string,
  name: SourceMapName,
): Promise<StoredSourceMap | undefined> {
  const key = keyColumns(name);
  if (!isStorable(key.release)) return undefined;
  const row = await db.kysely
    .selectFrom('sourcemaps')
    .select(SOURCE_MAP_COLUMNS)
    .where('project_id', '=', projectId)
    .where('release', '=', key.release)
    .where('filename_hash', '=', key.filename_hash)
    .executeTakeFirst();
  return row === undefined ? undefined : toSourceMap(row);
}
