import { DAY_MS } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '@sluice/db';
import { ARRIVED, environmentRanks, MAX_ENVIRONMENTS, MAX_VALUES, ofDay } from './dayBounds.js';

/** Users with a row of their own, in each day and environment. */
const MAX_DAY_USERS = 1_000;

/**
 * Replaces the counts of a project's exceptions on a UTC day, by release and by user. `users` are the different users of a
 * bucket. Exceptions without a release or user count under ''. All parts add up to the dimension `all`: of both the exceptions,
 * of `user` the users too.
 */
export async function deriveExceptions(tx: Tx, projectId: string, dayMs: number): Promise<void> {
  const start = new Date(dayMs).toISOString();
  await sql`
    delete from exception_counts where project_id = ${projectId} and start >= ${start}::timestamptz
      and start < ${new Date(dayMs + DAY_MS).toISOString()}::timestamptz`.execute(tx.kysely);
  await sql`
    with read as materialized (
      select environment, release, user_key, date_trunc('hour', ${ARRIVED}, 'UTC') as hour
      from exceptions where ${ofDay(projectId, dayMs)}),
    ranks as (${environmentRanks(sql`read`)}),
    counted as materialized (
      select h.hour, coalesce(r.environment, '(other)') as place, coalesce(h.release, '') as release, h.user_key, count(*) as count
      from read h left join ranks r on r.environment = coalesce(h.environment, '') and r.place <= ${MAX_ENVIRONMENTS}
      group by 1, 2, 3, 4),
    parts as materialized (
      select hour, place, user_key, dimension, value, count
      from counted cross join lateral (values ('all', ''), ('release', release), ('user', coalesce(user_key, '')))
        as d(dimension, value)),
    places as (
      select place, dimension, value,
        row_number() over (partition by place, dimension order by (value = '') desc, sum(count) desc, value) as rank
      from parts group by 1, 2, 3),
    named as (
      select w.width, case w.width when 1 then hour else ${start}::timestamptz end as bucket, h.place, h.dimension, h.user_key,
        case when p.rank <= case when w.width = 24 and dimension = 'user' then ${MAX_DAY_USERS + 1}::bigint else ${MAX_VALUES}::bigint end
          then h.value else '(other)' end as value, count
      from parts h join places p using (place, dimension, value) cross join (values (1), (24)) as w(width))
    insert into exception_counts (project_id, width, dimension, start, environment, value, exceptions, users)
    select ${projectId}, width, dimension, bucket, place, value, sum(count), count(distinct user_key)
    from named group by width, dimension, bucket, place, value`.execute(tx.kysely);
}
