import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { ofBuckets, type Buckets } from '@sluice/reading';

/** Use of a release. */
export interface ReleaseUse {
  /** '' for events without a release, `(other)` for rare ones. */
  readonly version: string;
  readonly visits: number;
  readonly visitors: number;
  readonly exceptions: number;
  /** Different users of each hour or UTC day, added up. */
  readonly users: number;
}

/** Returns the visits of people and the exceptions of each release in the range, the most visits first. */
export async function readAdoption(
  db: Queryable,
  projectId: string,
  buckets: Buckets,
  environment: string | undefined,
): Promise<readonly ReleaseUse[]> {
  const within = ofBuckets({ projectId, dimension: 'release', environment }, buckets);
  const { rows } = await sql<Readonly<Record<keyof ReleaseUse, string>>>`
    select version, sum(visits) as visits, sum(visitors) as visitors, sum(exceptions) as exceptions, sum(users) as users
    from (
      select value as version, visits, visitors, 0 as exceptions, 0 as users from visit_counts where ${within} and not bot
      union all
      select value, 0, 0, exceptions, users from exception_counts where ${within}) as each
    group by version order by sum(visits) desc, sum(exceptions) desc, version`.execute(db.kysely);
  return rows.map((row) => ({
    version: row.version,
    visits: Number(row.visits),
    visitors: Number(row.visitors),
    exceptions: Number(row.exceptions),
    users: Number(row.users),
  }));
}
