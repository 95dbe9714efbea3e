import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { contains, type Page, type PageRequest, checkMoment, checkName, partsOf } from '@sluice/reading';
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
  // A page's cursor has milliseconds.
  const candidates = sql`
    select * from (
      select *, coalesce(last_seen, date_trunc('milliseconds', created_at)) as seen from releases
      where project_id = ${projectId} and last_seen_hour >= hour_of(${from})) as r
    where ${after(page.after)} ${IN_ORDER} limit ${RELEASE_SCAN}`;
  const conditions = [
    sql`r.seen >= ${from}`,
    sql`coalesce(r.first_seen, r.created_at) < ${new Date(page.toMs).toISOString()}::timestamptz`,
    ...contains('version', query),
  ];
  const { rows } = await sql<ReleaseRow & Position>`
    select * from (${candidates}) as r where ${sql.join(conditions, sql` and `)} ${IN_ORDER} limit ${page.limit}`.execute(
    db.kysely,
  );
  const last = rows.at(-1);
  const releases = await toReleases(db, rows);
  if (rows.length === page.limit && last !== undefined) {
    return { rows: releases, next: positionOf(last), scannedToMs: undefined };
  }
  const bound = await sql<Position>`
    select version, last_seen_hour, seen from (${candidates}) as r ${IN_ORDER}
    limit 1 offset ${RELEASE_SCAN - 1}`.execute(db.kysely);
  const [end] = bound.rows;
  if (end === undefined) return { rows: releases, next: undefined, scannedToMs: undefined };
  return { rows: releases, next: positionOf(end), scannedToMs: end.seen.getTime() };
}

const IN_ORDER = sql`order by r.last_seen_hour desc, r.seen desc, r.version desc`;

/** With its hour: that of a release which was described before it was seen may be later than its last sighting. */
const positionOf = ({ last_seen_hour, seen, version }: Position): string =>
  `${last_seen_hour.toISOString()} ${seen.toISOString()} ${version}`;

/** Keyset predicate of a page. @throws PositionError if this list did not write the position */
function after(position: string | undefined): RawBuilder<unknown> {
  if (position === undefined) return sql`true`;
  const [hour = '', seen = '', version = ''] = partsOf(position, /^(\S+) (\S+) (.+)$/su);
  const at = sql`${checkMoment(hour)}::timestamptz`;
  return sql`r.last_seen_hour <= ${at} and (r.last_seen_hour, r.seen, r.version)
    < (${at}, ${checkMoment(seen)}::timestamptz, ${checkName(version)}::text collate "C")`;
}
