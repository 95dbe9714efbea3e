import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';
import type { ErasedCounts } from './erasure.js';

/** An erasure of an organization and of all of its projects. */
export interface OrganizationErasure {
  /** The slug that the organization had. */
  readonly organization: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** When nothing of its projects was stored any more. */
  readonly finishedAt: Date | null;
  /** Projects that it had, deleted ones too. */
  readonly projects: number;
  /** Those of which nothing is stored any more. */
  readonly projectsDone: number;
  /** Erased events of its projects by type, until retention deletes the counts. */
  readonly events: ErasedCounts;
}

/** Organization erasures that a list returns. */
const MAX_LISTED = 100;

/** Records that an erasure of an organization is finished, if no project of it is left to erase. */
export async function finishOrganizationErasure(tx: Tx, organizationId: string): Promise<void> {
  await sql`
    update organization_erasures set finished_at = now()
    where organization_id = ${organizationId} and finished_at is null and not exists (
      select from erasures e join projects p on p.id = e.project_id
      where p.organization_id = ${organizationId} and e.kind = 'project' and e.state <> 'done')`.execute(tx.kysely);
}

/**
 * Returns the erasures of organizations, the latest 100, newest first. @param userId only those that this user requested; default:
 * all
 */
export async function listOrganizationErasures(
  db: Queryable,
  userId?: string,
): Promise<readonly OrganizationErasure[]> {
  const { rows } = await sql<{
    slug: string;
    requested_by: string;
    requested_at: Date;
    finished_at: Date | null;
    projects: number;
    done: number;
    counts: Partial<Record<EventType, number>> | null;
  }>`
    select o.slug, o.requested_by, o.requested_at, o.finished_at, p.projects, p.done, (
      select jsonb_object_agg(type, count) from (
        select c.type, sum(c.count) as count from erased_events c join projects p on p.id = c.project_id
        where p.organization_id = o.organization_id group by c.type) types) as counts
    from organization_erasures o cross join lateral (
      select count(*)::int as projects, count(*) filter (where e.state = 'done')::int as done
      from projects p join erasures e on e.project_id = p.id and e.kind = 'project'
      where p.organization_id = o.organization_id) p
    ${userId === undefined ? sql`` : sql`where o.user_id = ${userId}`}
    order by o.requested_at desc, o.organization_id desc limit ${MAX_LISTED}`.execute(db.kysely);
  return rows.map((row) => ({
    organization: row.slug,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
    projects: row.projects,
    projectsDone: row.done,
    events: row.counts ?? {},
  }));
}
