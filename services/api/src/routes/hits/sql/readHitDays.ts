import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Hits of a project on a UTC day of arrival. */
interface HitDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly pageviews: number;
  readonly customs: number;
  /** Where no environment is asked for: of each environment, added up. */
  readonly visitors: number;
  readonly sessions: number;
}

/** Range of days, inclusive, `YYYY-MM-DD`; optionally of one environment. */
interface HitDayRange {
  readonly from: string;
  readonly through: string;
  readonly environment?: string | undefined;
}

/** The days on which there was a hit, oldest first. */
export async function readHitDays(
  db: Queryable,
  projectId: string,
  { from, through, environment }: HitDayRange,
): Promise<readonly HitDay[]> {
  const { rows } = await sql<Readonly<Record<keyof HitDay, string>>>`
    select day, sum(pageviews) as pageviews, sum(customs) as customs, sum(visitors) as visitors, sum(sessions) as sessions
    from hit_days where project_id = ${projectId} and day >= ${from} and day <= ${through}
      ${environment === undefined ? sql`` : sql`and environment = ${environment}`}
    group by day order by day`.execute(db.kysely);
  return rows.map(({ day, pageviews, customs, visitors, sessions }) => ({
    day,
    pageviews: Number(pageviews),
    customs: Number(customs),
    visitors: Number(visitors),
    sessions: Number(sessions),
  }));
}
