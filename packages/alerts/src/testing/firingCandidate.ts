import type { FiringCandidate } from '../decide/firing.js';

/** A firing of rule 3 of organization 9 for destination 7. */
export const firingCandidate = (more: Partial<FiringCandidate> = {}): FiringCandidate => ({
  projectId: '1',
  organizationId: '9',
  ruleId: '3',
  conditionIndex: 0,
  kind: 'new_issue',
  state: 'firing',
  subject: 'issue:a',
  occurrence: 'a',
  details: {},
  destinationIds: ['7'],
  cooldownS: 0,
  digestS: 0,
  suppressedBy: null,
  ...more,
});
