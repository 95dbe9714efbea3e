import { isSeriesCondition, type SeriesCondition } from '../conditions/conditions.js';
import type { AlertRule, AlertRules } from '../alertRule.js';
import { seriesId } from '@sluice/db';

/** A condition about a series in one project. */
export interface SeriesTarget {
  readonly projectId: string;
  readonly organizationId: string;
  readonly rule: AlertRule;
  readonly conditionIndex: number;
  readonly condition: SeriesCondition;
  /** Under which workers count. */
  readonly series: string;
  readonly subject: string;
}

/** Returns the projects that a rule applies to. */
export function projectsOf(
  rule: AlertRule,
  { organizationOf }: AlertRules,
  byOrganization: ProjectsByOrganization,
): readonly string[] {
  if (rule.projectId !== null)
    return organizationOf.get(rule.projectId) === rule.organizationId ? [rule.projectId] : [];
  const all = byOrganization.get(rule.organizationId) ?? [];
  return rule.exceptProjects.length === 0 ? all : all.filter((projectId) => !rule.exceptProjects.includes(projectId));
}

/** The projects of each organization. */
export type ProjectsByOrganization = ReadonlyMap<string, readonly string[]>;

/** Returns the projects of each organization that are not deleted. */
export function groupProjects({ organizationOf }: AlertRules): ProjectsByOrganization {
  const groups = new Map<string, string[]>();
  for (const [projectId, organizationId] of organizationOf) {
    const group = groups.get(organizationId);
    if (group === undefined) groups.set(organizationId, [projectId]);
    else group.push(projectId);
  }
  return groups;
}

/** Returns the series that rules are about, one for each condition and project. */
export function seriesTargets(rules: AlertRules): readonly SeriesTarget[] {
  const groups = groupProjects(rules);
  return rules.rules.flatMap((rule) => {
    const conditions = rule.conditions.flatMap((condition, index) =>
      isSeriesCondition(condition) ? [{ condition, index, series: seriesId(rule.id, index, condition) }] : [],
    );
    if (conditions.length === 0) return [];
    return projectsOf(rule, rules, groups).flatMap((projectId) =>
      conditions.map(({ condition, index, series }) => ({
        projectId,
        organizationId: rule.organizationId,
        rule,
        condition,
        conditionIndex: index,
        series,
        subject: `series:${rule.id}:${index}`,
      })),
    );
  });
}
