import { endOfMonth, EVENT_TYPES, POOL_OF, startOfMonth, type EventType, type Pool } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import { unnest } from '../../connection/unnest.js';
import { checkAfter, checkName } from '../position.js';

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
  const { rows } = await sql<{ slug: string; type: EventType; total: string }>`
    select p.slug, k.type, coalesce(sum(u.count), 0) as total
    from (
      select id, slug from projects
      where organization_id = ${organizationId} and deleted_at is null and slug > ${checkAfter(after, checkName) ?? ''}
      order by slug limit ${limit}
    ) p
    cross join ${unnest('k', { type: ['text', [...EVENT_TYPES]] })}
    left join lateral (
      select s.count from usage s
      where s.project_id = p.id and s.type = k.type and s.outcome = 'processed' and s.reason = ''
        and s.hour >= ${new Date(startOfMonth(month))} and s.hour < ${new Date(endOfMonth(month))}
    ) u on true
    group by p.slug, k.type
    order by p.slug`.execute(db.kysely);
  const byProject = new Map<string, Record<Pool, number>>();
  for (const { slug, type, total } of rows) {
    const used = byProject.get(slug) ?? { errors: 0, logs: 0, spans: 0, metrics: 0, replays: 0 };
    used[POOL_OF[type]] += Number(total);
    byProject.set(slug, used);
  }
  return [...byProject].map(([project, used]) => ({ project, used }));
}
