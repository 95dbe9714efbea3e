import { sql, type RawBuilder } from 'kysely';
import { releaseMapBlobs } from '../sourcemaps/garbage.js';
import type { Bound } from './bound.js';

/**
 * Which source maps are of no use any more:
 *
 * - those of a release that was not touched since the bound: no exception was stored with it, nobody uploaded to it (what was there
 *   already counts too), asked with an upload token what is there, or described it. The bound is no nearer than the longest retention, so no exception is left that
 *   they could resolve. They go from a described release as well: its row is small and stays, they are not;
 * - those of a deleted project, at once: nobody can read what they would resolve, and they are the sources of a program.
 *
 * Never waits: a release that somebody is touching, and a map that somebody is replacing, stay. The release's row is held
 * meanwhile, so that no touch comes between the look and the deletion.
 */
export function staleSourceMaps({ before, limit }: Bound): RawBuilder<unknown> {
  return sql`
    with untouched as materialized (
      select m.project_id, m.release, m.filename_hash
      from releases r join sourcemaps m on m.project_id = r.project_id and m.release = r.version
      where r.touched_at < ${before} order by r.touched_at limit ${limit} for update skip locked),
    orphaned as materialized (
      select m.project_id, m.release, m.filename_hash
      from projects p join sourcemaps m on m.project_id = p.id
      where p.deleted_at is not null limit ${limit} for update of m skip locked),
    gone as (
      delete from sourcemaps m
      using (select * from untouched union select * from orphaned limit ${limit}) as due
      where m.project_id = due.project_id and m.release = due.release and m.filename_hash = due.filename_hash
      returning m.project_id, m.index_id, m.original_id),
    let_go as (${releaseMapBlobs(sql`gone`)})
    select from gone`;
}
