import { appliesTo, type AlertRule, type AlertRules } from '../alertRule.js';
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
  readonly maintenance: AlertRules['maintenance'];
}

/** Returns what applies to a project; `compile` is shared by the projects of one pass. A deleted project has no rules: its signals are dropped. */
export function projectRules(all: AlertRules, projectId: string, compile = compileEachOnce()): ProjectRules {
  const organizationId = all.organizationOf.get(projectId) ?? '0';
  const rules = all.rules
    .filter((rule) => appliesTo(rule, projectId, organizationId))
    .map((rule): CompiledRule => ({ rule, matches: compile(rule) }));
  return { projectId, organizationId, rules, maintenance: all.maintenance };
}
