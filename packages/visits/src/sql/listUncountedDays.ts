import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { DerivedKind } from './dueDays.js';

/** Longest range that is looked at. */
const MAX_DAYS = 401;

/**
 * Whether a day `d.day` has stored events of a kind. `offset 0` makes each look for one row in an index by the project and the
 * day; without it, PostgreSQL joins the days with all rows of the project, of which issues may have a million.
 */
const HAS_EVENTS: Readonly<Record<Exclude<DerivedKind, 'replay'>, (projectId: string) => RawBuilder<unknown>>> = {
  hit: (projectId) => sql`exists (
    select from hit_days h where h.project_id = ${projectId} and h.day = d.day::date and h.pageviews + h.customs > 0 offset 0)`,
  exception: (projectId) => sql`exists (
    select from generate_series(0, 23) as n(hour) where exists (
      select from issue_hours i
      where i.hour = (d.day + n.hour * interval '1 hour') at time zone 'UTC' and i.project_id = ${projectId} and i.count > 0
      offset 0) offset 0)`,
};

/**
 * Returns the UTC days (`YYYY-MM-DD`) of a range that have events of a kind which were never counted, oldest first: days that
 * arrived late, or before an update. Their counts are zero until housekeeping derives them.
 */
export async function listUncountedDays(
  db: Queryable,
  projectId: string,
  kinds: readonly (keyof typeof HAS_EVENTS)[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly string[]> {
  const [first, last] = [fromMs, toMs - 1].map((ms) => sql`${new Date(ms).toISOString().slice(0, 10)}::date`);
  const parts = kinds.map(
    (kind) => sql`
      select to_char(d.day, 'YYYY-MM-DD') as day from generate_series(${first}, ${last}, interval '1 day') as d(day)
      where ${HAS_EVENTS[kind](projectId)} and not exists (
        select from derived_days c where c.project_id = ${projectId} and c.kind = ${kind} and c.day = d.day::date)`,
  );
  const { rows } = await sql<{ readonly day: string }>`
    ${sql.join(parts, sql` union `)} order by day limit ${MAX_DAYS}`.execute(db.kysely);
  return rows.map(({ day }) => day);
}
