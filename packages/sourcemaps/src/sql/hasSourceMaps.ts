import type { Queryable } from '@sluice/db';

/** Whether a project has any source map. */
export async function hasSourceMaps(db: Queryable, projectId: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('sourcemaps')
    .select('id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
