import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import { wholeOrganization, type Queryable, type Tx } from '@sluice/db';
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

/** Records that an erasure of an organization is finished, if no project of it and no alert about it is left to erase. */
export async function finishOrganizationErasure(tx: Tx, organizationId: string): Promise<void> {
  const projectIds = await projectsOf(tx, [organizationId]);
  const { rows: left } = await sql`
    select 1 from erasures
    where project_id = any(${[wholeOrganization(organizationId), ...projectIds.map(({ id }) => id)]}::int8[]) and kind = 'project' and state <> 'done'
    limit 1`.execute(tx.kysely);
  if (left.length > 0) return;
  const { rows: finished } = await sql`
    update organization_erasures set finished_at = now()
    where organization_id = ${organizationId} and finished_at is null returning 1`.execute(tx.kysely);
  // Not of an organization of which a project was erased.
  if (finished.length > 0)
    await sql`delete from alert_addresses where organization_id = ${organizationId}::int8`.execute(tx.kysely);
}

interface ProjectRow {
  readonly id: string;
  readonly organization_id: string;
}

async function projectsOf(db: Queryable, organizationIds: readonly string[]): Promise<readonly ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select id, organization_id from projects where organization_id = any(${organizationIds}::int8[])`.execute(
    db.kysely,
  );
  return rows;
}

/**
 * Returns the erasures of organizations, the latest 100, newest first. @param userId only those that this user requested; default:
 * all
 */
export async function listOrganizationErasures(
  db: Queryable,
  userId?: string,
): Promise<readonly OrganizationErasure[]> {
  const { rows } = await sql<OrganizationRow>`
    select organization_id, slug, requested_by, requested_at, finished_at from organization_erasures
    ${userId === undefined ? sql`` : sql`where user_id = ${userId}`}
    order by requested_at desc, organization_id desc limit ${MAX_LISTED}`.execute(db.kysely);
  // Organizations and projects are on the coordinator of a distributed database, erasures and counts on its nodes.
  const projects = await projectsOf(
    db,
    rows.map((row) => row.organization_id),
  );
  const { states, counts } = await readProgress(
    db,
    projects.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = projects.filter(({ id, organization_id: of }) => of === row.organization_id && states.has(id));
    const events: Partial<Record<EventType, number>> = {};
    for (const { id } of own)
      for (const { type, count } of counts.get(id) ?? []) events[type] = (events[type] ?? 0) + Number(count);
    return {
      organization: row.slug,
      requestedBy: row.requested_by,
      requestedAt: row.requested_at,
      finishedAt: row.finished_at,
      projects: own.length,
      projectsDone: own.filter(({ id }) => states.get(id) === 'done').length,
      events,
    };
  });
}

interface OrganizationRow {
  readonly organization_id: string;
  readonly slug: string;
  readonly requested_by: string;
  readonly requested_at: Date;
  readonly finished_at: Date | null;
}

interface CountRow {
  readonly project_id: string;
  readonly type: EventType;
  readonly count: string;
}

/** The states of the erasures of whole projects, and their erased events by type, by project. */
async function readProgress(
  db: Queryable,
  projectIds: readonly string[],
): Promise<{ states: ReadonlyMap<string, string>; counts: ReadonlyMap<string, readonly CountRow[]> }> {
  const ofProjects = sql`project_id = any(${projectIds}::int8[])`;
  const states = await sql<{ project_id: string; state: string }>`
    select project_id, state from erasures where ${ofProjects} and kind = 'project'`.execute(db.kysely);
  const { rows } = await sql<CountRow>`
    select project_id, type, sum(count) as count from erased_events where ${ofProjects} group by 1, 2`.execute(
    db.kysely,
  );
  const counts = new Map<string, CountRow[]>();
  for (const row of rows) counts.set(row.project_id, [...(counts.get(row.project_id) ?? []), row]);
  return { states: new Map(states.rows.map((row) => [row.project_id, row.state])), counts };
}
