import { HOUR_MS, EVENT_TYPES, POOL_OF, POOLS, type EventType, type Pool } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Events of a pool in the hours before the current one. */
export interface PoolRate {
  /** Whole hours that were added up: all that were asked for, or those since the pool's first event. */
  readonly hours: number;
  /** Events that were processed, or would have been without the quota. */
  readonly events: number;
}

/** The rate of each pool that ever had an event before the current hour. */
type PoolRates = Readonly<Partial<Record<Pool, PoolRate>>>;

/** Outcomes and reasons of events that count. */
const COUNTED = [
  ['processed', ''],
  ['quota_exceeded', 'monthly_quota'],
] as const;

interface RateRow {
  readonly type: EventType;
  readonly total: string;
  /** The first hour in the range; NULL if none. */
  readonly first: Date | null;
  readonly is_older: boolean;
}

/**
 * Returns the events of an organization in at most `hours` whole hours up to `endMs`, the start of an hour, by pool. Events above
 * the monthly quota count, so that a rate does not fall when the quota is used up.
 */
export async function readPoolRates(
  db: Queryable,
  organizationId: string,
  { endMs, hours }: { readonly endMs: number; readonly hours: number },
): Promise<PoolRates> {
  const fromMs = endMs - hours * HOUR_MS;
  const [from, end] = [fromMs, endMs].map((ms) => sql`${new Date(ms).toISOString()}::timestamptz`);
  const { rows: projects } = await sql<{ id: string }>`
    select id from projects where organization_id = ${organizationId}`.execute(db.kysely);
  const ofProjects = sql`project_id = any(${projects.map(({ id }) => id)}::int8[])`;
  // Each part has constants for its type and outcome, so that it reads its part of the primary key, and the last one row of it.
  const parts = EVENT_TYPES.flatMap((type) =>
    COUNTED.map(([outcome, reason]) => {
      const own = sql`${ofProjects} and type = ${type} and outcome = ${outcome} and reason = ${reason}`;
      return sql`
        select ${type} as type, coalesce(sum(count), 0) as total, min(hour) as first, false as is_older
        from usage where ${own} and hour >= ${from} and hour < ${end}
        union all
        (select ${type}, 0, null::timestamptz, true from usage where ${own} and hour < ${from} limit 1)`;
    }),
  );
  const { rows } = await sql<RateRow>`${sql.join(parts, sql` union all `)}`.execute(db.kysely);
  return Object.fromEntries(
    POOLS.flatMap((pool) => {
      const own = rows.filter(({ type }) => POOL_OF[type] === pool);
      const firsts = own.flatMap(({ first, is_older: isOlder }) => (isOlder ? fromMs : (first?.getTime() ?? [])));
      if (firsts.length === 0) return [];
      const events = own.reduce((sum, { total }) => sum + Number(total), 0);
      return [[pool, { hours: Math.round((endMs - Math.min(...firsts)) / HOUR_MS), events }]];
    }),
  );
}
