import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { contains, type Page, type PageRequest, checkMoment, checkName, partsOf, scanPage } from '@sluice/reading';
import { toReleases, type ReleaseRow, type StoredRelease } from '@sluice/sourcemaps/statements';

/** Which releases. A field that is not set does not filter. */
export interface ReleaseFilter {
  /** Part of the version, case-insensitive. */
  readonly query?: string | undefined;
}

/** Releases looked at for one page. */
const RELEASE_SCAN = 10_000;

interface Position {
  readonly version: string;
  readonly last_seen_hour: Date;
  readonly seen: Date;
}

/**
 * Returns releases by the time they were last seen, newest first, ties by version; a release that was only described
 * counts as seen at its creation. The page's range applies to these times: last seen at `fromMs` or later, first seen
 * before `toMs`. Counts are computed for the releases of the page. Scans {@link RELEASE_SCAN}
 * releases per page.
 */
export async function listReleases(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { query }: ReleaseFilter = {},
): Promise<Page<StoredRelease>> {
  const from = sql`${new Date(page.fromMs).toISOString()}::timestamptz`;
  const { rows, ...rest } = await scanPage<ReleaseRow & Position>(db, {
    // A page's cursor has milliseconds.
    candidates: sql`
      select * from (
        select *, coalesce(last_seen, date_trunc('milliseconds', created_at)) as seen from releases
        where project_id = ${projectId} and last_seen_hour >= hour_of(${from})) as s
      where ${after(page.after)} ${IN_ORDER} limit ${RELEASE_SCAN}`,
    most: RELEASE_SCAN,
    conditions: [
      sql`s.seen >= ${from}`,
      sql`coalesce(s.first_seen, s.created_at) < ${new Date(page.toMs).toISOString()}::timestamptz`,
      ...contains('version', query),
    ],
    inOrder: IN_ORDER,
    limit: page.limit,
    positionOf,
    timeOf: ({ seen }) => seen,
  });
  return { rows: await toReleases(db, rows), ...rest };
}

const IN_ORDER = sql`order by s.last_seen_hour desc, s.seen desc, s.version desc`;

/** With its hour: that of a release which was described before it was seen may be later than its last sighting. */
const positionOf = ({ last_seen_hour, seen, version }: Position): string =>
  `${last_seen_hour.toISOString()} ${seen.toISOString()} ${version}`;

/** Keyset predicate of a page. @throws PositionError if this list did not write the position */
function after(position: string | undefined): RawBuilder<unknown> {
  if (position === undefined) return sql`true`;
  const [hour = '', seen = '', version = ''] = partsOf(position, /^(\S+) (\S+) (.+)$/su);
  const at = sql`${checkMoment(hour)}::timestamptz`;
  return sql`s.last_seen_hour <= ${at} and (s.last_seen_hour, s.seen, s.version)
    < (${at}, ${checkMoment(seen)}::timestamptz, ${checkName(version)}::text collate "C")`;
}
