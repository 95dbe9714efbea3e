import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { ofBuckets, type Buckets } from '../rollups/buckets.js';

/** What a release did in one bucket. */
export interface ReleasePoint {
  readonly exceptions: number;
  readonly users: number;
  readonly visits: number;
}

/** Returns the exceptions and visits with a release in each bucket that has any, by its start in milliseconds since 1970. */
export async function readReleaseSeries(
  db: Queryable,
  projectId: string,
  version: string,
  buckets: Buckets,
): Promise<ReadonlyMap<number, ReleasePoint>> {
  const within = sql`${ofBuckets(projectId, 'release', buckets, undefined)} and value = ${version}`;
  const { rows } = await sql<Readonly<Record<keyof ReleasePoint, string>> & { readonly start: Date }>`
    select start, sum(exceptions) as exceptions, sum(users) as users, sum(visits) as visits
    from (
      select start, exceptions, users, 0 as visits from exception_counts where ${within}
      union all
      select start, 0, 0, visits from visit_counts where ${within} and not bot) as each
    group by start`.execute(db.kysely);
  return new Map(
    rows.map((row) => [
      row.start.getTime(),
      { exceptions: Number(row.exceptions), users: Number(row.users), visits: Number(row.visits) },
    ]),
  );
}
