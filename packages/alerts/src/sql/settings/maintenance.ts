import { DAY_MS, type Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, found, inTransaction, type Queryable, TenancyError, writeAudit } from '@sluice/db';
import { isRowId } from '../rowId.js';

/** A time in which firings are only counted. */
export interface MaintenanceWindow {
  readonly id: string;
  /** Slug; `null`: all projects. */
  readonly project: string | null;
  readonly from: Date;
  readonly to: Date;
  readonly reason: string;
  /** Name of who made it, at that time. */
  readonly createdBy: string;
}

/** The most windows of an organization, past ones included. */
const MAX_WINDOWS = 200;
const MAX_DAYS = 90;

const WINDOWS = sql<MaintenanceWindow>`
  select m.id, p.slug as project, m.starts_at as "from", m.ends_at as "to", m.reason, m.created_by as "createdBy"
  from alert_maintenance m left join projects p on p.id = m.project_id
  where (m.project_id is null or p.deleted_at is null)`;

/** Returns the windows of an organization, latest end first. */
export async function listMaintenance(db: Queryable, organizationId: string): Promise<readonly MaintenanceWindow[]> {
  const { rows } = await sql<MaintenanceWindow>`
    ${WINDOWS} and m.organization_id = ${organizationId}::int8
    order by m.ends_at desc, m.id desc limit ${MAX_WINDOWS}`.execute(db.kysely);
  return rows;
}

/** Adds a window. @throws TenancyError `invalid`, or `exists` if the organization has the most */
export function createMaintenance(
  db: Database,
  organizationId: string,
  { project, from, to, reason }: Omit<MaintenanceWindow, 'id' | 'createdBy'>,
  actor: Actor,
): Promise<MaintenanceWindow> {
  if (to <= from) throw new TenancyError('invalid', 'to: must be later than from');
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new TenancyError('invalid', `to: must be at most ${MAX_DAYS} days after from`);
  }
  return inTransaction(db, async (tx) => {
    if ((await listMaintenance(tx, organizationId)).length >= MAX_WINDOWS) {
      throw new TenancyError('exists', `there are ${MAX_WINDOWS} windows, which is the limit; delete one first`);
    }
    const projectId = project === null ? null : await findProjectId(tx, organizationId, project);
    const { id } = await tx.kysely
      .insertInto('alert_maintenance')
      .values({
        organization_id: organizationId,
        project_id: projectId,
        starts_at: from,
        ends_at: to,
        reason,
        created_by: actor.label,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(tx, {
      organizationId,
      ...(projectId === null ? {} : { projectId }),
      actor,
      action: 'alert_maintenance.create',
      target: project ?? 'all projects',
      after: { from: from.toISOString(), to: to.toISOString(), reason },
    });
    return { id, project, from, to, reason, createdBy: actor.label };
  });
}

async function findProjectId(db: Queryable, organizationId: string, slug: string): Promise<string> {
  const row = await db.kysely
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new TenancyError('invalid', `project: there is no project ${JSON.stringify(slug)}`);
  return row.id;
}

/** Deletes a window, which also ends it. @throws TenancyError `not_found` */
export function deleteMaintenance(
  db: Database,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  actor: Actor,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = isRowId(id)
      ? await sql<{ projectId: string | null; from: Date; to: Date }>`
          delete from alert_maintenance where organization_id = ${organizationId}::int8 and id = ${id}::int8
          returning project_id as "projectId", starts_at as "from", ends_at as "to"`.execute(tx.kysely)
      : { rows: [] };
    const { projectId, from, to } = found(rows[0], 'there is no such maintenance window');
    await writeAudit(tx, {
      organizationId,
      ...(projectId === null ? {} : { projectId }),
      actor,
      action: 'alert_maintenance.delete',
      target: `window ${id}`,
      before: { from: from.toISOString(), to: to.toISOString() },
    });
  });
}
