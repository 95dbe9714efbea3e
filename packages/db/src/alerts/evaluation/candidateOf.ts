import { isMaintained, type AlertRule, type AlertRules } from '../alertRule.js';
import type { FiringCandidate } from '../firing.js';

/** What a firing is about. */
type Fired = Pick<
  FiringCandidate,
  'projectId' | 'conditionIndex' | 'kind' | 'subject' | 'occurrence' | 'state' | 'details'
>;

/** Returns the candidate of a rule, suppressed if the rule is muted or a maintenance window is open. */
export const candidateOf = (
  rule: AlertRule,
  fired: Fired,
  { rules, nowMs }: { readonly rules: AlertRules; readonly nowMs: number },
): FiringCandidate => ({
  ...fired,
  ...{ organizationId: rule.organizationId, ruleId: rule.id, destinationIds: rule.destinationIds },
  ...{ cooldownS: rule.cooldownS, digestS: rule.digestS },
  suppressedBy: suppressionOf(rule, isMaintained(rules, fired.projectId, rule.organizationId), nowMs),
});

/** A maintenance window comes first: it is the reason that people set for all rules. */
function suppressionOf({ mutedUntil }: AlertRule, isOpen: boolean, nowMs: number): FiringCandidate['suppressedBy'] {
  if (isOpen) return 'maintenance';
  return mutedUntil !== null && mutedUntil.getTime() > nowMs ? 'muted' : null;
}
