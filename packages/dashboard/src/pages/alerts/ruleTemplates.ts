import { DROPS, dropOf } from '@sluice/alerts/kinds';
import type { Condition } from './alertTypes';

/** Where a new rule starts. */
export interface RuleTemplate {
  /** In the URL. */
  readonly id: string;
  readonly title: string;
  /** One line: for whom and when. */
  readonly what: string;
  /** Name of the rule. */
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly cooldownSeconds: number;
  /** A series belongs to a project: an organization cannot have it. */
  readonly isOfProject: boolean;
}

const bounds = { direction: 'above', windowMinutes: 5, forMinutes: 5 } as const;

/** Templates, the most useful first. Names that only the reader knows are empty. */
export const RULE_TEMPLATES: readonly RuleTemplate[] = [
  {
    id: 'new-issue',
    title: 'New issue',
    what: 'Something breaks for the first time, or again after it was resolved.',
    name: 'New issues and regressions',
    cooldownSeconds: 0,
    isOfProject: false,
    conditions: [{ kind: 'new_issue' }, { kind: 'regression' }],
  },
  {
    id: 'frequent-issue',
    title: 'Frequent issue',
    what: 'An issue affects many users or occurs often in a short time.',
    name: 'Issues that affect many users',
    cooldownSeconds: 3_600,
    isOfProject: false,
    conditions: [{ kind: 'issue_rate', measure: 'users', above: 100, windowMinutes: 60 }],
  },
  {
    id: 'rising-issue',
    title: 'Rising issue',
    what: 'An issue has far more events than in the busiest same hour of the last seven days.',
    name: 'Rising issues',
    cooldownSeconds: 14_400,
    isOfProject: false,
    conditions: [{ kind: 'issue_trend', factor: 3, floor: 50 }],
  },
  {
    id: 'slow-endpoint',
    title: 'Slow endpoint',
    what: 'The slowest 5 % of an endpoint’s requests take longer than a limit.',
    name: 'Slow endpoint',
    cooldownSeconds: 3_600,
    isOfProject: true,
    conditions: [{ kind: 'endpoint', measure: 'p95', name: '', threshold: 800, ...bounds }],
  },
  {
    id: 'error-rate',
    title: 'Error rate',
    what: 'Too many requests of an endpoint fail.',
    name: 'Error rate of an endpoint',
    cooldownSeconds: 3_600,
    isOfProject: true,
    conditions: [{ kind: 'endpoint', measure: 'error_rate', name: '', threshold: 5, ...bounds }],
  },
  {
    id: 'log-rate',
    title: 'Log rate',
    what: 'Too many or too few logs match a query.',
    name: 'Many errors in the logs',
    cooldownSeconds: 3_600,
    isOfProject: true,
    conditions: [{ kind: 'log_rate', query: { levels: ['error', 'fatal'] }, threshold: 100, ...bounds, forMinutes: 0 }],
  },
  {
    id: 'metric',
    title: 'Metric',
    what: 'A metric of your own is above or below a limit.',
    name: 'Metric above its limit',
    cooldownSeconds: 3_600,
    isOfProject: true,
    conditions: [{ kind: 'metric', name: '', statistic: 'avg', threshold: 100, ...bounds }],
  },
  {
    id: 'drops',
    title: 'Drops',
    what: 'Sluice refuses, filters or loses events, or a project falls silent.',
    name: 'Drops and limits',
    cooldownSeconds: 0,
    isOfProject: false,
    conditions: [{ kind: 'drops', of: DROPS.map(({ kind }) => kind) }],
  },
];

/** Returns the conditions of a template, for an organization or for one project. */
export const conditionsOf = ({ conditions }: RuleTemplate, isOfProject: boolean): readonly Condition[] =>
  conditions.map((condition) =>
    condition.kind === 'drops' && isOfProject
      ? { ...condition, of: condition.of.filter((kind) => dropOf(kind)?.isOfOrganization !== true) }
      : condition,
  );
