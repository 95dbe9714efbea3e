import { sql } from 'kysely';
import { groupByShard, type Placed, unnest } from '@sluice/db';
import { type Bound, findReleases } from '@sluice/sourcemaps/statements';
import { isOlder, OLDEST_ROWS } from './staleKinds.js';

/**
 * Deletes releases without a change since the bound, without a description, and without source maps. Returns their
 * number. Source maps are looked up first, because they may be on another node than releases: an upload that comes in between
 * touches the release in its transaction, which the deletion sees in the locked row. Skips locked rows.
 */
export async function deleteStaleReleases(db: Placed, { before, limit }: Bound): Promise<number> {
  const condition = isOlder({ ...OLDEST_ROWS.releases, column: 'r.touched_at' }, before);
  const due = await findReleases(db, { condition, hasMaps: false, limit });
  let deleted = 0;
  for (const { items, within } of await groupByShard(db, due, (key) => key.project_id)) {
    const result = await sql`
      delete from releases where ${within('project_id')} and ctid = any(array(
        select r.ctid from ${unnest('n', {
          project_id: ['int8', items.map((key) => key.project_id)],
          version: ['text', items.map((key) => key.version)],
        })}
        join releases r on r.project_id = n.project_id and r.version = n.version
        where ${condition} and ${within('r.project_id')}
        for update of r skip locked))`.execute(db.kysely);
    deleted += Number(result.numAffectedRows ?? 0n);
  }
  return deleted;
}
