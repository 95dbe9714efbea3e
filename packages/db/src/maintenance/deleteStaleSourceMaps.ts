import { sql } from 'kysely';
import { groupByShard, shardsOf, type Placed } from '../citus/shards.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import type { Bound } from './bound.js';
import { staleSourceMaps } from './staleSourceMaps.js';

interface ReleaseKey {
  readonly project_id: string;
  readonly release: string;
}

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
      release: ['text', untouched.map((key) => key.release)],
    })}
    join sourcemaps m on m.project_id = n.project_id and m.release = n.release
    limit ${bound.limit} for update of m skip locked`;
  const { rows } = await staleSourceMaps(bound, maps).execute(tx.kysely);
  return rows.length;
}

/** Returns releases with source maps that nothing touched since the bound, with a lock on each; skips locked ones. */
async function lockUntouched(tx: Tx, { before, limit }: Bound): Promise<readonly ReleaseKey[]> {
  const { rows: due } = await sql<ReleaseKey>`
    select r.project_id, r.version as release
    from releases r join (select distinct project_id, release from sourcemaps) m
      on m.project_id = r.project_id and m.release = r.version
    where r.touched_at < ${before}
    order by r.touched_at limit ${limit}`.execute(tx.kysely);
  const locked: ReleaseKey[] = [];
  for (const { items, within } of await groupByShard(tx, due, (key) => key.project_id)) {
    const { rows } = await sql<ReleaseKey>`
      select r.project_id, r.version as release from ${unnest('n', {
        project_id: ['int8', items.map((key) => key.project_id)],
        version: ['text', items.map((key) => key.release)],
      })}
      join releases r on r.project_id = n.project_id and r.version = n.version
      where r.touched_at < ${before} and ${within('r.project_id')} for update of r skip locked`.execute(tx.kysely);
    locked.push(...rows);
  }
  return locked;
}
