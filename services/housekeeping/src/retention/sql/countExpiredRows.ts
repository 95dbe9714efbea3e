import { lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { type Queryable, TABLE_OF, dayOf, DAY_TABLES, type DayTable } from '@sluice/db';

/** Rows of an organization by time of arrival, milliseconds since 1970. */
interface ExpiredRange {
  /** Inclusive: what arrived before is deleted with its partition. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly beforeMs: number;
}

/**
 * Returns how many rows of each table `deleteExpiredRows` would delete of an organization within a range, at most `most` of
 * each. Tables without any are left out.
 */
export async function countExpiredRows(
  db: Queryable,
  organizationId: string,
  { fromMs, beforeMs }: ExpiredRange,
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows: projects } = await sql<{ id: string }>`
    select id from projects where organization_id = ${organizationId}`.execute(db.kysely);
  const projectIds = projects.map(({ id }) => id);
  const between = (column: string, from: unknown, before: unknown): RawBuilder<boolean> =>
    sql`project_id = any(${projectIds}::int8[]) and ${sql.id(column)} >= ${from} and ${sql.id(column)} < ${before}`;
  const conditions: readonly (readonly [string, RawBuilder<boolean>])[] = [
    ...Object.values(TABLE_OF).map(
      (table) => [table, between('id', lowestIdAt(fromMs), lowestIdAt(beforeMs))] as const,
    ),
    ...DAY_TABLES.filter(keepsDays).map((table) => [table, between('day', dayOf(fromMs), dayOf(beforeMs))] as const),
    ['endpoint_hours', between('hour', new Date(fromMs), new Date(beforeMs))],
  ];
  const counts = new Map<string, number>();
  for (const [table, condition] of conditions) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select 1 as expired from ${sql.id(table)} where ${condition} limit ${most}) as expired`.execute(
      db.kysely,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts.set(table, count);
  }
  return counts;
}

/** `visit_keys` are deleted much sooner, by themselves. */
const keepsDays = (table: DayTable): boolean => table !== 'visit_keys';
