import type { AlertCondition, AlertFilters } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';

/** An enabled rule. */
export interface AlertRule {
  readonly organizationId: string;
  readonly id: string;
  /** `null`: all projects of the organization, except {@link exceptProjects}. */
  readonly projectId: string | null;
  readonly name: string;
  readonly conditions: readonly AlertCondition[];
  readonly filters: AlertFilters;
  readonly destinationIds: readonly string[];
  readonly exceptProjects: readonly string[];
  /** Seconds. */
  readonly cooldownS: number;
  /** Seconds. */
  readonly digestS: number;
  readonly mutedUntil: Date | null;
  /** When its conditions last changed, it was enabled, or began to apply to a project that it had excluded. */
  readonly countedSince: Date;
}

/** The rules of all organizations, and what they apply to, at one moment. */
export interface AlertRules {
  readonly rules: readonly AlertRule[];
  /** The organization of each project that is not deleted. */
  readonly organizationOf: ReadonlyMap<string, string>;
  /** Maintenance windows that are open, or ended in the three days before: drops of 48 hours are looked for, and days are whole. */
  readonly maintenance: readonly RuleMaintenance[];
}

/** A maintenance window. Its times are milliseconds since 1970; it does not contain its end. */
interface RuleMaintenance {
  readonly organizationId: string;
  /** `null`: all projects. */
  readonly projectId: string | null;
  readonly fromMs: number;
  readonly toMs: number;
}

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
      conditions: row.conditions,
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

/** Whether a rule applies to a project of an organization. */
export const appliesTo = (rule: AlertRule, projectId: string, organizationId: string): boolean =>
  rule.organizationId === organizationId &&
  (rule.projectId === null ? !rule.exceptProjects.includes(projectId) : rule.projectId === projectId);

/** Whether a maintenance window of a project, or of its whole organization, was open at a time. */
export const isMaintained = (
  { maintenance }: Pick<AlertRules, 'maintenance'>,
  { projectId, organizationId }: { readonly projectId: string; readonly organizationId: string },
  atMs: number,
): boolean =>
  maintenance.some(
    (window) =>
      window.organizationId === organizationId &&
      (window.projectId === null || window.projectId === projectId) &&
      window.fromMs <= atMs &&
      atMs < window.toMs,
  );
