import { sql, type RawBuilder } from 'kysely';
import { releaseMapBlobs } from './garbage.js';
import type { Bound } from './bound.js';

/** Whether nothing used the map `m` by its debug id since the bound. */
export const isUnused = ({ before }: Bound): RawBuilder<boolean> =>
  sql<boolean>`(m.touched_at is null or m.touched_at < ${before})`;

/** Maps of releases that nothing touched since the bound. The row of the release is locked with them. */
const untouchedSince = (bound: Bound): RawBuilder<unknown> => sql`
  select m.project_id, m.release, m.filename_hash
  from releases r join sourcemaps m on m.project_id = r.project_id and m.release = r.version
  where r.touched_at < ${bound.before} and ${isUnused(bound)}
  order by r.touched_at limit ${bound.limit} for update skip locked`;

/**
 * Selects source maps that are no longer useful:
 *
 * - those of a release that was not touched since the bound, by storing an exception, uploading a map (also one that
 * existed), asking with an upload token what exists, or describing it, and whose debug id no exception had since then. The bound
 * is at least the longest retention, so no exception remains that they could resolve. Maps of a described release are deleted as
 * well; its small row stays;
 * - those without a release that no upload, question or exception has touched since the bound;
 * - those of a deleted project, at once: they contain source code, and nothing they could resolve can be read.
 *
 * Skips locked rows: a release that is being touched and a map that is being replaced stay. The row of the release is
 * locked, so no touch happens between selection and deletion.
 * @param untouched selects the former, if the database needs another way
 */
export function staleSourceMaps(bound: Bound, untouched = untouchedSince(bound)): RawBuilder<unknown> {
  const { before, limit } = bound;
  return sql`
    with untouched as materialized (${untouched}),
    unreleased as materialized (
      select project_id, release, filename_hash from sourcemaps
      where release = '' and touched_at < ${before} order by touched_at limit ${limit} for update skip locked),
    orphaned as materialized (
      select m.project_id, m.release, m.filename_hash
      from projects p join sourcemaps m on m.project_id = p.id
      where p.deleted_at is not null limit ${limit} for update of m skip locked),
    gone as (
      delete from sourcemaps m
      using (select * from untouched union select * from unreleased union select * from orphaned limit ${limit}) as due
      where m.project_id = due.project_id and m.release = due.release and m.filename_hash = due.filename_hash
      returning m.project_id, m.index_id, m.original_id),
    let_go as (${releaseMapBlobs(sql`gone`)})
    select from gone`;
}
