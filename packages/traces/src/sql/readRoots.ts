import { HOUR_MS, lowestIdAt } from '@sluice/contract';
import { BUCKET_OFFSET, LN_GAMMA } from '@sluice/sketch';
import { sql } from 'kysely';
import { type Queryable, OTHER } from '@sluice/db';
import type { EndpointHour } from './findEndpointHours.js';

/** Pairs of name and environment of an hour that have their own row; other root spans are under {@link OTHER}. */
export const MAX_ENDPOINTS = 1_000;

/** Environments of an hour that have their own rows; the others are under {@link OTHER}. */
export const MAX_ENVIRONMENTS = 20;

/** Root spans with one name, environment and bucket of `@sluice/sketch`. */
export interface RootBucket {
  readonly name: string;
  readonly environment: string;
  readonly bucket: number;
  readonly count: string;
  readonly errors: string;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

/** Far below an overflow when durations are added up: PostgreSQL fails the whole statement on overflow. */
const bounded = sql.raw('least(greatest(duration, -1e290), 1e290)');

/** `bucketOf` of `@sluice/sketch`. */
const bucket = sql`
  case when duration = 0 then 0 else
    (sign(duration) * (ceil(ln(abs(duration)) / ${LN_GAMMA}::float8) + ${BUCKET_OFFSET}::float8))::int4 end`;

/**
 * Returns the stored root spans of an hour of arrival, grouped: at most {@link MAX_ENDPOINTS} pairs of name and environment,
 * those with the most root spans, and one more for each environment. A pure function of what is stored: a name that is folded
 * now has its own rows once it is frequent. Reads every span of the hour once.
 */
export async function readRoots(db: Queryable, { projectId, hourMs }: EndpointHour): Promise<readonly RootBucket[]> {
  const { rows } = await sql<RootBucket>`
    with roots as materialized (
      select case when name = '' then ${OTHER} else name end as name, coalesce(environment, '') as environment,
        status = 'error' as failed, duration
      from spans
      where project_id = ${projectId} and parent_id is null
        and id >= ${lowestIdAt(hourMs)} and id < ${lowestIdAt(hourMs + HOUR_MS)}),
    environments as materialized (
      select environment, case when row_number() over (order by count(*) desc, environment) <= ${MAX_ENVIRONMENTS}
        then environment else ${OTHER} end as shown
      from roots group by environment),
    placed as materialized (
      select r.name, e.shown as environment, r.failed, r.duration
      from roots r join environments e on e.environment = r.environment),
    endpoints as materialized (
      select name, environment from placed where name <> ${OTHER}
      group by name, environment order by count(*) desc, name, environment limit ${MAX_ENDPOINTS})
    select coalesce(e.name, ${OTHER}) as name, p.environment, ${bucket} as bucket,
      count(*) as count, count(*) filter (where p.failed) as errors,
      sum(${bounded}) as sum, min(duration) as min, max(duration) as max
    from placed p left join endpoints e on e.name = p.name and e.environment = p.environment
    group by 1, 2, 3`.execute(db.kysely);
  return rows;
}
