import { isMaintained, type AlertRule, type AlertRules } from '../alertRule.js';
import type { FiringCandidate } from './firing.js';

/** What a firing is about. */
type Fired = Pick<
  FiringCandidate,
  'projectId' | 'conditionIndex' | 'kind' | 'subject' | 'occurrence' | 'state' | 'details' | 'lasts' | 'isOngoing'
>;

/** The time that decides about mutes and maintenance windows, and what is known of them. */
interface Decision {
  readonly rules: Pick<AlertRules, 'maintenance'>;
  readonly nowMs: number;
}

/** Returns the candidate of a rule, suppressed if the rule is muted or a maintenance window is open. */
export const candidateOf = (rule: AlertRule, fired: Fired, decision: Decision): FiringCandidate => ({
  ...fired,
  organizationId: rule.organizationId,
  ruleId: rule.id,
  destinationIds: rule.destinationIds,
  cooldownS: rule.cooldownS,
  digestS: rule.digestS,
  suppressedBy: suppressionOf(rule, fired.projectId, decision),
});

/** Returns what suppresses firings of a rule in a project. Maintenance comes first: people set it for all rules. */
export function suppressionOf(
  rule: AlertRule,
  projectId: string,
  { rules, nowMs }: Decision,
): FiringCandidate['suppressedBy'] {
  if (isMaintained(rules, { projectId, organizationId: rule.organizationId }, nowMs)) return 'maintenance';
  return rule.mutedUntil !== null && rule.mutedUntil.getTime() > nowMs ? 'muted' : null;
}
