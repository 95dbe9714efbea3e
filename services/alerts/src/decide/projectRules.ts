import { appliesTo, isMaintained, type AlertRule, type AlertRules, type FiringCandidate } from '@sluice/alerts';
import { compileAlertFilters, type MatchEvent } from './matchFilters.js';

/** A rule with its compiled filters. */
export interface CompiledRule {
  readonly rule: AlertRule;
  readonly matches: MatchEvent;
}

/** Returns the compiled filters of a rule, each rule's once. */
export function compileEachOnce(): (rule: AlertRule) => MatchEvent {
  const compiled = new Map<AlertRule, MatchEvent>();
  return (rule) => {
    const matches = compiled.get(rule) ?? compileAlertFilters(rule.filters);
    compiled.set(rule, matches);
    return matches;
  };
}

/** What a decision about a project depends on, besides its signals. */
export interface ProjectRules {
  readonly projectId: string;
  readonly organizationId: string;
  /** Those that apply to the project. */
  readonly rules: readonly CompiledRule[];
  /** Whether a maintenance window of the project or its organization was open at a time, milliseconds since 1970. */
  readonly isMaintained: (atMs: number) => boolean;
}

/** Returns what applies to a project; `compile` is shared by the projects of one pass. A deleted project has no rules: its signals are dropped. */
export function projectRules(all: AlertRules, projectId: string, compile = compileEachOnce()): ProjectRules {
  const organizationId = all.organizationOf.get(projectId) ?? '0';
  const rules = all.rules
    .filter((rule) => appliesTo(rule, projectId, organizationId))
    .map((rule): CompiledRule => ({ rule, matches: compile(rule) }));
  const project = { projectId, organizationId };
  return { ...project, rules, isMaintained: (atMs) => isMaintained(all, project, atMs) };
}

/** What firings of a rule have in common, suppressed if the rule was muted, or a maintenance window open, at a time. */
export const firingOf = (rule: AlertRule, project: ProjectRules, atMs: number) => ({
  projectId: project.projectId,
  organizationId: project.organizationId,
  ruleId: rule.id,
  destinationIds: rule.destinationIds,
  cooldownS: rule.cooldownS,
  digestS: rule.digestS,
  suppressedBy: suppressionOf(rule, project.isMaintained(atMs), atMs),
});

/** A maintenance window comes first: it is the reason that people set for all rules. */
function suppressionOf(
  { mutedUntil }: AlertRule,
  isInMaintenance: boolean,
  atMs: number,
): FiringCandidate['suppressedBy'] {
  if (isInMaintenance) return 'maintenance';
  return mutedUntil !== null && mutedUntil.getTime() > atMs ? 'muted' : null;
}
