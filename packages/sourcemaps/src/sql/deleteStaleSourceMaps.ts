import { sql } from 'kysely';
import { groupByShard, shardsOf, type Placed, inTransaction, type Tx, unnest } from '@sluice/db';
import type { Bound } from './bound.js';
import { findReleases, type ReleaseKey } from './findReleases.js';
import { isUnused, staleSourceMaps } from './staleSourceMaps.js';

/**
 * Deletes source maps that are no longer useful (`staleSourceMaps`), and adds their blobs to the garbage list. Returns their
 * number. If the database is distributed, releases are on nodes and source maps on the coordinator: then the releases are
 * locked first, in the transaction that deletes their maps.
 */
export async function deleteStaleSourceMaps(db: Placed, bound: Bound): Promise<number> {
  if ((await shardsOf(db, [])) !== undefined) return inTransaction(db, (tx) => deleteOfNodes(tx, bound));
  const { rows } = await staleSourceMaps(bound).execute(db.kysely);
  return rows.length;
}

async function deleteOfNodes(tx: Tx, bound: Bound): Promise<number> {
  const untouched = await lockUntouched(tx, bound);
  const maps = sql`
    select m.project_id, m.release, m.filename_hash from ${unnest('n', {
      project_id: ['int8', untouched.map((key) => key.project_id)],
      release: ['text', untouched.map((key) => key.version)],
    })}
    join sourcemaps m on m.project_id = n.project_id and m.release = n.release
    where ${isUnused(bound)} limit ${bound.limit} for update of m skip locked`;
  const { rows } = await staleSourceMaps(bound, maps).execute(tx.kysely);
  return rows.length;
}

/** Returns releases with source maps that nothing touched since the bound, with a lock on each; skips locked ones. */
async function lockUntouched(tx: Tx, bound: Bound): Promise<readonly ReleaseKey[]> {
  const { before, limit } = bound;
  const condition = sql<boolean>`r.touched_at < ${before}`;
  const due = await findReleases(tx, { condition, maps: isUnused(bound), hasMaps: true, limit });
  const locked: ReleaseKey[] = [];
  for (const { items, within } of await groupByShard(tx, due, (key) => key.project_id)) {
    const { rows } = await sql<ReleaseKey>`
      select r.project_id, r.version from ${unnest('n', {
        project_id: ['int8', items.map((key) => key.project_id)],
        version: ['text', items.map((key) => key.version)],
      })}
      join releases r on r.project_id = n.project_id and r.version = n.version
      where ${condition} and ${within('r.project_id')} for update of r skip locked`.execute(tx.kysely);
    locked.push(...rows);
  }
  return locked;
}
