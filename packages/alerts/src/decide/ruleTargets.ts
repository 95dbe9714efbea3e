import type { AlertConditionKind, ConditionOf } from '../conditions/conditions.js';
import type { AlertRule, AlertRules } from '../alertRule.js';
import { groupProjects, projectsOf } from './seriesTarget.js';

/** A condition of a rule. */
export interface RuleCondition<Kind extends AlertConditionKind> {
  readonly rule: AlertRule;
  readonly condition: ConditionOf<Kind>;
  readonly conditionIndex: number;
}

/** Returns the conditions of a kind by the projects that their rules apply to. */
export function conditionsByProject<Kind extends AlertConditionKind>(
  rules: AlertRules,
  kind: Kind,
): ReadonlyMap<string, readonly RuleCondition<Kind>[]> {
  const groups = groupProjects(rules);
  const found = new Map<string, RuleCondition<Kind>[]>();
  for (const rule of rules.rules) {
    const conditions = conditionsOf(rule, kind);
    if (conditions.length === 0) continue;
    for (const projectId of projectsOf(rule, rules, groups)) {
      const known = found.get(projectId);
      if (known === undefined) found.set(projectId, [...conditions]);
      else known.push(...conditions);
    }
  }
  return found;
}

/** Returns the conditions of a rule that are of a kind. */
export const conditionsOf = <Kind extends AlertConditionKind>(
  rule: AlertRule,
  kind: Kind,
): readonly RuleCondition<Kind>[] =>
  rule.conditions.flatMap((condition, conditionIndex) =>
    condition.kind === kind ? [{ rule, condition: condition as RuleCondition<Kind>['condition'], conditionIndex }] : [],
  );
