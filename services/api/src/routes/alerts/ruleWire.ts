import type { AlertRuleInput, StoredAlertRule } from '@sluice/alerts';
import type { BodyOf, organizationRulesApi } from '@sluice/api-contract';
import { readBodyTime } from './withSettingErrors.js';

/** A body that changes a rule of an organization; all that others have is optional in it. */
export type RuleBody = BodyOf<typeof organizationRulesApi.change>;

/** Returns the input of a body. @throws ApiError 422 for a bad time */
export const ruleInput = ({ mutedUntil, ...body }: RuleBody): AlertRuleInput => ({
  ...body,
  ...(mutedUntil === undefined
    ? {}
    : { mutedUntil: mutedUntil === null ? null : readBodyTime('mutedUntil', mutedUntil) }),
});

/** Returns a rule as responses have it. @param project slug of the project that the response is about */
export const ruleToWire = (rule: StoredAlertRule, project?: string) => ({
  id: rule.id,
  name: rule.name,
  enabled: rule.enabled,
  project: rule.project,
  inherited: project !== undefined && rule.project === null,
  excluded: project !== undefined && rule.exceptProjects.includes(project),
  conditions: rule.conditions,
  filters: rule.filters,
  destinationIds: rule.destinationIds,
  exceptProjects: rule.exceptProjects,
  cooldownSeconds: rule.cooldownSeconds,
  digestSeconds: rule.digestSeconds,
  mutedUntil: rule.mutedUntil?.toISOString() ?? null,
  createdAt: rule.createdAt.toISOString(),
  updatedAt: rule.updatedAt.toISOString(),
});
