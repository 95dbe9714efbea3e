import { sql } from 'kysely';
import { groupByShard, type Placed } from '../citus/shards.js';
import { unnest } from '../connection/unnest.js';
import type { Bound } from './bound.js';
import { isOlder, OLDEST_ROWS } from './staleKinds.js';

interface ReleaseKey {
  readonly project_id: string;
  readonly version: string;
}

/**
 * Deletes releases without a change since the bound, without a description, and without source maps. Returns their
 * number. Source maps are looked up first, because they may be on another node than releases: an upload that comes in between
 * touches the release in its transaction, which the deletion sees in the locked row. Skips locked rows.
 */
export async function deleteStaleReleases(db: Placed, { before, limit }: Bound): Promise<number> {
  const { rows: due } = await sql<ReleaseKey>`
    select r.project_id, r.version
    from releases r left join (select distinct project_id, release from sourcemaps) m
      on m.project_id = r.project_id and m.release = r.version
    where ${isOlder({ ...OLDEST_ROWS.releases, column: 'r.touched_at' }, before)} and m.release is null
    order by r.touched_at limit ${limit}`.execute(db.kysely);
  let deleted = 0;
  for (const { items, within } of await groupByShard(db, due, (key) => key.project_id)) {
    const result = await sql`
      delete from releases where ${within('project_id')} and ctid = any(array(
        select r.ctid from ${unnest('n', {
          project_id: ['int8', items.map((key) => key.project_id)],
          version: ['text', items.map((key) => key.version)],
        })}
        join releases r on r.project_id = n.project_id and r.version = n.version
        where ${isOlder({ ...OLDEST_ROWS.releases, column: 'r.touched_at' }, before)} and ${within('r.project_id')}
        for update of r skip locked))`.execute(db.kysely);
    deleted += Number(result.numAffectedRows ?? 0n);
  }
  return deleted;
}
