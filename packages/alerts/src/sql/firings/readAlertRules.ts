import type { Queryable } from '@sluice/db';
import { sql } from 'kysely';
import type { AlertRules } from '../../alertRule.js';
import type { AlertCondition } from '../../conditions/conditions.js';

/** Returns all enabled rules, projects that are not deleted, and the maintenance windows of the last three days. */
export async function readAlertRules(db: Queryable): Promise<AlertRules> {
  const [rules, projects, maintenance] = await Promise.all([
    db.kysely.selectFrom('alert_rules').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db.kysely.selectFrom('projects').select(['id', 'organization_id']).where('deleted_at', 'is', null).execute(),
    db.kysely
      .selectFrom('alert_maintenance')
      .select(['organization_id', 'project_id', 'starts_at', 'ends_at'])
      .where(({ eb, fn }) => eb('starts_at', '<=', fn<Date>('now')))
      .where(sql<boolean>`ends_at > now() - interval '3 days'`)
      .execute(),
  ]);
  return {
    rules: rules.map((row) => ({
      organizationId: row.organization_id,
      id: row.id,
      projectId: row.project_id,
      name: row.name,
      // Stored after validation: see `readRuleFields`.
      conditions: row.conditions as readonly AlertCondition[],
      filters: row.filters,
      destinationIds: row.destination_ids,
      exceptProjects: row.except_projects,
      cooldownS: row.cooldown_s,
      digestS: row.digest_s,
      mutedUntil: row.muted_until,
      countedSince: row.counted_since,
    })),
    organizationOf: new Map(projects.map((row) => [row.id, row.organization_id])),
    maintenance: maintenance.map((row) => ({
      organizationId: row.organization_id,
      projectId: row.project_id,
      fromMs: row.starts_at.getTime(),
      toMs: row.ends_at.getTime(),
    })),
  };
}
