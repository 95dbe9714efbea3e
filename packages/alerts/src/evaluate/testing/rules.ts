import type { LogRateCondition } from '@sluice/contract';
import type { AlertCondition } from '../../conditions/conditions.js';
import type { TestDatabase } from '@sluice/testkit';
import type { AlertRule, AlertRules } from '../../alertRule.js';

/** More than 10 logs in a minute. */
export const LOGS: LogRateCondition = {
  kind: 'log_rate',
  query: {},
  direction: 'above',
  threshold: 10,
  windowMinutes: 1,
  forMinutes: 0,
};

/** An enabled rule 3 of project 1 in organization 9. */
export const ruleOf = (conditions: readonly AlertCondition[], more: Partial<AlertRule> = {}): AlertRule => ({
  organizationId: '9',
  id: '3',
  projectId: '1',
  name: 'rule',
  conditions,
  filters: {},
  destinationIds: ['7'],
  exceptProjects: [],
  cooldownS: 0,
  digestS: 0,
  mutedUntil: null,
  countedSince: new Date(0),
  ...more,
});

/** These rules, with the projects 1 and 2 of organization 9. */
export const rulesOf = (...rules: readonly AlertRule[]): AlertRules => ({
  rules,
  organizationOf: new Map([
    ['1', '9'],
    ['2', '9'],
  ]),
  maintenance: [],
});

/** A maintenance window of all times and projects of organization 9. */
export const MAINTENANCE = [{ organizationId: '9', projectId: null, fromMs: 0, toMs: Infinity }];

/** Every firing: project, kind, state, subject, and the given details. */
export async function describeFirings({ db }: TestDatabase, ...details: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.pool.query<Readonly<Record<string, unknown>>>(
    'select project_id, kind, state, subject, details from alert_firings order by at, project_id, subject, state',
  );
  return rows.map(({ project_id: projectId, kind, state, subject, details: found }) =>
    [projectId, kind, state, subject, ...details.map((key) => (found as Record<string, unknown>)[key])]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .join(' '),
  );
}
