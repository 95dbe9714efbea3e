import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { barAt, ofBars, type Buckets } from '@sluice/reading';

/** What a release did in one bar. */
interface ReleasePoint {
  readonly exceptions: number;
  readonly users: number;
  readonly visits: number;
}

/** Returns the exceptions and visits with a release in each bar that has any, by its time. */
export async function readReleaseSeries(
  db: Queryable,
  projectId: string,
  version: string,
  buckets: Buckets,
): Promise<ReadonlyMap<number, ReleasePoint>> {
  const within = sql`${ofBars({ projectId, dimension: 'release' }, buckets)} and value = ${version}`;
  const { rows } = await sql<Readonly<Record<keyof ReleasePoint, string>> & { readonly bar: number }>`
    select ${barAt(sql`start`, buckets)} as bar, sum(exceptions) as exceptions, sum(users) as users, sum(visits) as visits
    from (
      select start, exceptions, users, 0 as visits from exception_counts where ${within}
      union all
      select start, 0, 0, visits from visit_counts where ${within} and not bot) as each
    group by 1`.execute(db.kysely);
  return new Map(
    rows.map((row) => [
      buckets.times[row.bar - 1] ?? 0,
      { exceptions: Number(row.exceptions), users: Number(row.users), visits: Number(row.visits) },
    ]),
  );
}
