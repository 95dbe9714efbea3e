import { sql } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';

/** A debug id of a project. */
export interface DebugIdKey {
  readonly projectId: string;
  /** A UUID. */
  readonly debugId: string;
}

/**
 * Renews the retention of the maps with these debug ids: called when exceptions have them, or an uploader learns that they need not
 * be sent again. Writes at most once per hour. Skips maps that are being replaced, touched or deleted.
 */
export async function touchDebugIds(db: Queryable, keys: readonly DebugIdKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with used as materialized (
      select m.project_id, m.id from ${unnest('k', {
        project_id: ['int8', keys.map(({ projectId }) => projectId)],
        debug_id: ['uuid', keys.map(({ debugId }) => debugId)],
      })}
      join sourcemaps m on m.project_id = k.project_id and m.debug_id = k.debug_id
      where m.touched_at < now() - interval '1 hour' for update of m skip locked)
    update sourcemaps m set touched_at = now() from used
    where m.project_id = used.project_id and m.id = used.id`.execute(db.kysely);
}
