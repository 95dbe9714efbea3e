import { startOfHour, hourOf, type CountedType, type Outcome, type Reason } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Which rows. A field that is not set does not filter. */
export interface UsageFilter {
  readonly organizationId?: string;
  readonly projectId?: string;
  readonly type?: CountedType;
  readonly outcome?: Outcome;
  /** Hours since 1970. */
  readonly fromHour?: number;
  /** Hours since 1970, this one included. */
  readonly throughHour?: number;
}

/** Events of one hour, of all ledger epochs together. */
export interface UsageRow {
  readonly projectId: string;
  /** The project's slug. */
  readonly project: string;
  readonly type: CountedType;
  readonly outcome: Outcome;
  readonly reason: Reason;
  /** Hours since 1970. */
  readonly hour: number;
  readonly count: number;
}

/** Returns usage by project, hour, type, outcome and reason, in that order, without counts that were reduced to 0. */
export async function readUsage(db: Queryable, filter: UsageFilter): Promise<readonly UsageRow[]> {
  let query = db.kysely
    .selectFrom('usage as u')
    .innerJoin('projects as p', 'p.id', 'u.project_id')
    .select(['u.project_id', 'p.slug', 'u.type', 'u.outcome', 'u.reason', 'u.hour'])
    .select(sql<string>`sum(u.count)`.as('total'));
  if (filter.organizationId !== undefined) query = query.where('p.organization_id', '=', filter.organizationId);
  if (filter.projectId !== undefined) query = query.where('u.project_id', '=', filter.projectId);
  if (filter.type !== undefined) query = query.where('u.type', '=', filter.type);
  if (filter.outcome !== undefined) query = query.where('u.outcome', '=', filter.outcome);
  if (filter.fromHour !== undefined) query = query.where('u.hour', '>=', new Date(startOfHour(filter.fromHour)));
  if (filter.throughHour !== undefined) query = query.where('u.hour', '<=', new Date(startOfHour(filter.throughHour)));
  const rows = await query
    .groupBy(['u.project_id', 'p.slug', 'u.type', 'u.outcome', 'u.reason', 'u.hour'])
    .having(sql`sum(u.count)`, '>', 0)
    .orderBy('u.project_id')
    .orderBy('u.hour')
    .orderBy('u.type')
    .orderBy('u.outcome')
    .orderBy('u.reason')
    .execute();
  return rows.map((row) => ({
    projectId: row.project_id,
    project: row.slug,
    type: row.type as CountedType,
    outcome: row.outcome as Outcome,
    reason: row.reason as Reason,
    hour: hourOf(row.hour.getTime()),
    count: Number(row.total),
  }));
}
