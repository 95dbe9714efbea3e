import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';

/** Hours that begin from `from` up to, not with, `until`. */
export interface HourRange {
  readonly from: Date;
  readonly until: Date;
  /** An hour that was last compared before this is compared again. */
  readonly comparedBefore: Date;
}

/**
 * The hours to compare, at most `limit`, those first that waited longest: never compared, acknowledged more since, compared long
 * ago, or with something missing, which may have been stored meanwhile. All that is read for it is small: a row a gateway, type
 * and hour.
 */
export async function findDueHours(
  db: Queryable,
  { from, until, comparedBefore }: HourRange,
  limit: number,
): Promise<readonly Date[]> {
  const { rows } = await sql<{ hour: Date }>`
    select a.hour from (
      select hour, sum(count)::int8 as acknowledged from acknowledged
      where hour >= ${from} and hour < ${until} group by hour
    ) a left join compared_hours c on c.hour = a.hour
    where c.hour is null or c.acknowledged <> a.acknowledged or c.compared_at < ${comparedBefore}
      or exists (select from losses l where l.hour = a.hour)
    order by c.compared_at nulls first, a.hour limit ${limit}`.execute(db.kysely);
  return rows.map(({ hour }) => hour);
}
