import { DAY_MS, lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';

/** The condition that an event of the project arrived on the UTC day, or up to `earlierMs` before. The primary key serves it. */
export const ofDay = (projectId: string, dayMs: number, earlierMs = 0): RawBuilder<unknown> =>
  sql`project_id = ${projectId} and id >= ${lowestIdAt(dayMs - earlierMs)} and id < ${lowestIdAt(dayMs + DAY_MS)}`;

/** The arrival of an event, from its id, as a timestamp. */
export const ARRIVED = sql.raw(`to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`);

/** Values with rows of their own, in each day, dimension and environment. */
export const MAX_VALUES = 100;

/** Environments with rows of their own, in each day. */
export const MAX_ENVIRONMENTS = 20;

/** The name of an environment's rows: the most frequent ones have their own. From rows with a column `environment`. */
export const environmentRanks = (events: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(environment, '') as environment, row_number() over (order by count(*) desc, coalesce(environment, ''))
    as place
  from ${events} group by 1`;
