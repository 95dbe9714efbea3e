import type { AlertCondition, AlertFilters } from '@sluice/contract';
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
  /** When it was created or last changed. */
  readonly updatedAt: Date;
}

/** The rules of all organizations, and what they apply to, at one moment. */
export interface AlertRules {
  readonly rules: readonly AlertRule[];
  /** The organization of each project that is not deleted. */
  readonly organizationOf: ReadonlyMap<string, string>;
  /** Open maintenance windows. */
  readonly maintenance: readonly OpenMaintenance[];
}

/** A maintenance window that is open. */
interface OpenMaintenance {
  readonly organizationId: string;
  /** `null`: all projects. */
  readonly projectId: string | null;
}

/** Returns all enabled rules, projects that are not deleted, and the maintenance windows that are open now. */
export async function readAlertRules(db: Queryable): Promise<AlertRules> {
  const [rules, projects, maintenance] = await Promise.all([
    db.kysely.selectFrom('alert_rules').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db.kysely.selectFrom('projects').select(['id', 'organization_id']).where('deleted_at', 'is', null).execute(),
    db.kysely
      .selectFrom('alert_maintenance')
      .select(['organization_id', 'project_id'])
      .where(({ eb, fn }) => eb('starts_at', '<=', fn<Date>('now')))
      .where(({ eb, fn }) => eb('ends_at', '>', fn<Date>('now')))
      .execute(),
  ]);
  return {
    rules: rules.map((row) => ({
      ...{ organizationId: row.organization_id, id: row.id, projectId: row.project_id, name: row.name },
      ...{ conditions: row.conditions, filters: row.filters, destinationIds: row.destination_ids },
      ...{ exceptProjects: row.except_projects, cooldownS: row.cooldown_s, digestS: row.digest_s },
      ...{ mutedUntil: row.muted_until, updatedAt: row.updated_at },
    })),
    organizationOf: new Map(projects.map((row) => [row.id, row.organization_id])),
    maintenance: maintenance.map((row) => ({ organizationId: row.organization_id, projectId: row.project_id })),
  };
}

/** Whether a rule applies to a project of an organization. */
export const appliesTo = (rule: AlertRule, projectId: string, organizationId: string): boolean =>
  rule.organizationId === organizationId &&
  (rule.projectId === null ? !rule.exceptProjects.includes(projectId) : rule.projectId === projectId);

/** Whether a maintenance window of a project, or of its whole organization, is open. */
export const isMaintained = (
  { maintenance }: Pick<AlertRules, 'maintenance'>,
  projectId: string,
  organizationId: string,
): boolean =>
  maintenance.some(
    (window) =>
      window.organizationId === organizationId && (window.projectId === null || window.projectId === projectId),
  );
