import type { Queryable } from '../connection/createDatabase.js';

/** Whether the index of a source map is known to be damaged: what is uploaded then is stored anew, even the same bytes. */
export async function isDamaged(db: Queryable, projectId: string, sourceMapId: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('sourcemaps')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', sourceMapId)
    .where('damaged_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
