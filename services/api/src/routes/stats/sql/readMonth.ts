import { endOfMonth, EVENT_TYPES, POOL_OF, startOfMonth, type EventType, type Pool } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { checkAfter, checkName } from '@sluice/reading';

/** One project's share of a month. */
export interface ProjectMonth {
  /** The project's slug. */
  readonly project: string;
  /** Processed events by pool. */
  readonly used: Readonly<Record<Pool, number>>;
}

/** Which projects: by slug, from the one after `after`. */
export interface MonthRequest {
  /** YYYYMM. */
  readonly month: number;
  readonly limit: number;
  /** A slug. */
  readonly after: string | undefined;
}

/** Processed events of an organization's projects in a month, by slug; deleted projects are not shown. */
export async function readMonth(
  db: Queryable,
  organizationId: string,
  { month, limit, after }: MonthRequest,
): Promise<readonly ProjectMonth[]> {
  const { rows: projects } = await sql<{ id: string; slug: string }>`
    select id, slug from projects
    where organization_id = ${organizationId} and deleted_at is null and slug > ${checkAfter(after, checkName) ?? ''}
    order by slug limit ${limit}`.execute(db.kysely);
  const { rows } = await sql<{ project_id: string; type: EventType; total: string }>`
    select project_id, type, sum(count) as total from usage
    where project_id = any(${projects.map(({ id }) => id)}::int8[]) and type = any(${[...EVENT_TYPES]}::text[])
      and outcome = 'processed' and reason = ''
      and hour >= ${new Date(startOfMonth(month))} and hour < ${new Date(endOfMonth(month))}
    group by project_id, type`.execute(db.kysely);
  return projects.map(({ id, slug }) => {
    const used: Record<Pool, number> = { errors: 0, logs: 0, spans: 0, metrics: 0, replays: 0 };
    for (const row of rows) if (row.project_id === id) used[POOL_OF[row.type]] += Number(row.total);
    return { project: slug, used };
  });
}
