import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';

/** What is derived by day, named for the type of the events that it is derived from. */
export const DERIVED_KINDS = ['hit', 'exception', 'replay'] as const;

/** One of {@link DERIVED_KINDS}. */
export type DerivedKind = (typeof DERIVED_KINDS)[number];

/** A project's day whose counts do not have all events yet. */
export interface DueDay {
  readonly projectId: string;
  readonly kind: DerivedKind;
  /** UTC day of arrival, `YYYY-MM-DD`. */
  readonly day: string;
  /** A number that grows with the stored events of the day. */
  readonly count: number;
}

/** A derivation may take this share of the time: one that took a second is not repeated within 50. */
const REST = 50;

/** Longest rest of a day with new events. */
const MAX_REST = '1 hour';

/**
 * After this time a day is derived once more: exceptions may have been linked to a replay later, and a day may have lost as many
 * events as it got.
 */
const SETTLED = '36 hours';

/**
 * Events by project and UTC day of arrival, as the workers count them in the transactions that store them. Segments are counted in
 * the hour that charged them, which may be a later one; new replays are counted by arrival.
 */
const storedSince = (since: string): RawBuilder<unknown> => sql`
  select project_id, 'hit' as kind, day, pageviews + customs as count from hit_days where day >= ${since}::date
  union all
  select project_id, 'exception', (hour at time zone 'UTC')::date, count from issue_hours
  where hour >= ${since}::date at time zone 'UTC'
  union all
  select project_id, 'replay', (hour at time zone 'UTC')::date, count from usage
  where hour >= ${since}::date at time zone 'UTC' and type = 'replay' and outcome = 'processed'
  union all
  select project_id, 'replay', day, 1 from replay_sessions where day >= ${since}::date`;

/**
 * Returns days since `sinceMs` that must be derived, newest first: those with another number of events than at their last
 * derivation, after a rest in proportion to its cost, and those to be derived once more when they are settled.
 */
export async function listDueDays(db: Queryable, sinceMs: number, limit: number): Promise<readonly DueDay[]> {
  const since = new Date(sinceMs).toISOString().slice(0, 10);
  const { rows } = await sql<DueDay & { readonly count: string }>`
    with stored as (
      select project_id, kind, day, sum(count) as count from (${storedSince(since)}) as each group by 1, 2, 3)
    select s.project_id as "projectId", s.kind, s.day, s.count from stored s
    left join derived_days d on d.project_id = s.project_id and d.kind = s.kind and d.day = s.day
    where d.day is null
      or (d.count <> s.count
        and d.derived_at + least(d.took_ms * ${REST} * interval '1 millisecond', ${MAX_REST}::interval) <= now())
      or (d.derived_at < (s.day + 1) at time zone 'UTC' + ${SETTLED}::interval
        and now() >= (s.day + 1) at time zone 'UTC' + ${SETTLED}::interval)
    order by s.day desc, s.project_id, s.kind limit ${limit}`.execute(db.kysely);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
