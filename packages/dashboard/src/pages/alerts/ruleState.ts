import type { Rule } from './alertTypes';

/** Whether a rule fires and notifies. `excluded`: the rule of the organization does not apply to the open project. */
export type RuleState = 'on' | 'off' | 'muted' | 'excluded';

/** Returns the state of a rule: one that cannot fire is not called muted. */
export function ruleState(
  { enabled, excluded, mutedUntil }: Pick<Rule, 'enabled' | 'excluded' | 'mutedUntil'>,
  nowMs: number,
): RuleState {
  if (excluded) return 'excluded';
  if (!enabled) return 'off';
  return mutedUntil !== null && Date.parse(mutedUntil) > nowMs ? 'muted' : 'on';
}
