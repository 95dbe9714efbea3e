import type { AlertCondition } from './conditions/conditions.js';
import type { AlertFilters } from './fields/filters.js';

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
