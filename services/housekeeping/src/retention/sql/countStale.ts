import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { type Bound, findReleases } from '@sluice/sourcemaps/statements';
import { isOlder, isOldestKind, OLDEST_ROWS, type OldestKind, type StaleKind } from './staleKinds.js';

/**
 * Returns how many rows `deleteStale` would delete for a kind if it were called until nothing is left, at most `most`. Of
 * `issues` and `users` it is the number of issues and users; what belongs to them goes with them.
 */
export async function countStale(db: Queryable, kind: StaleKind, beforeMs: number, most: number): Promise<number> {
  const bound = { before: new Date(beforeMs), limit: most };
  if (kind === 'releases') {
    const condition = isOlder({ ...OLDEST_ROWS.releases, column: 'r.touched_at' }, bound.before);
    return (await findReleases(db, { condition, hasMaps: false, limit: most })).length;
  }
  const rows = isOldestKind(kind) ? oldestRows(kind, bound) : SPECIAL[kind](bound);
  const result = await sql<{ count: number }>`select count(*)::int as count from (${rows}) as stale`.execute(db.kysely);
  return result.rows[0]?.count ?? 0;
}

function oldestRows(kind: OldestKind, { before, limit }: Bound): RawBuilder<unknown> {
  const rows = OLDEST_ROWS[kind];
  return sql`select 1 as due from ${sql.id(rows.table)} where ${isOlder(rows, before)} limit ${limit}`;
}

const SPECIAL: Readonly<Record<Exclude<StaleKind, OldestKind>, (bound: Bound) => RawBuilder<unknown>>> = {
  issues: ({ before, limit }) => sql`select 1 as due from issues where touched_at < ${before} limit ${limit}`,
  users: ({ before, limit }) => sql`select 1 as due from project_users where touched_at < ${before} limit ${limit}`,
  sourcemaps: ({ before, limit }) => sql`
    select m.project_id, m.release, m.filename_hash
    from releases r join sourcemaps m on m.project_id = r.project_id and m.release = r.version
    where r.touched_at < ${before} and (m.touched_at is null or m.touched_at < ${before})
    union
    select m.project_id, m.release, m.filename_hash from sourcemaps m
    where m.release = '' and m.touched_at < ${before}
    union
    select m.project_id, m.release, m.filename_hash
    from projects p join sourcemaps m on m.project_id = p.id
    where p.deleted_at is not null limit ${limit}`,
};
