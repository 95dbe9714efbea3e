import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Hours that begin at `from` or later and before `until`. */
export interface HourRange {
  readonly from: Date;
  readonly until: Date;
  /** An hour last compared before this time is compared again. */
  readonly comparedBefore: Date;
}

/**
 * Returns the hours to compare, at most `limit`, those compared longest ago first: never compared, acknowledged more since,
 * compared before `comparedBefore`, or with missing events, which may have been stored meanwhile. Reads small tables only: one
 * row for each gateway, type and hour.
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
