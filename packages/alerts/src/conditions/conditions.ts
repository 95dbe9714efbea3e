import type { AlertCondition, AlertConditionKind, SeriesCondition } from '@sluice/contract';
import { assigned } from './assigned.js';
import type { DropsKind, IssueKind, SeriesKind } from './condition.js';
import { drops } from './drops.js';
import { endpoint } from './endpoint.js';
import { ignoreEnded } from './ignoreEnded.js';
import { issueRate } from './issueRate.js';
import { issueTrend } from './issueTrend.js';
import { logRate } from './logRate.js';
import { metric } from './metric.js';
import { newIssue } from './newIssue.js';
import { regression } from './regression.js';

/** A kind of condition; its functions get conditions of this kind. */
export type ConditionKind = IssueKind | SeriesKind | DropsKind;

/** What fires a rule, in the order of forms. A kind is described by its own file only. */
export const CONDITIONS = {
  new_issue: newIssue,
  regression,
  ignore_ended: ignoreEnded,
  assigned,
  issue_rate: issueRate,
  issue_trend: issueTrend,
  log_rate: logRate,
  endpoint,
  metric,
  drops,
} as const satisfies Readonly<Record<AlertConditionKind, unknown>>;

/** Returns the kind of condition with this name, or `undefined`. */
export const conditionKind = (kind: string): ConditionKind | undefined =>
  Object.hasOwn(CONDITIONS, kind) ? (CONDITIONS[kind as AlertConditionKind] as ConditionKind) : undefined;

/** Whether a condition is about a series. */
export const isSeriesCondition = (condition: AlertCondition): condition is SeriesCondition =>
  CONDITIONS[condition.kind].about === 'series';

/** Returns the kind of a condition about a series. */
export const seriesKind = ({ kind }: SeriesCondition): SeriesKind => CONDITIONS[kind] as SeriesKind;

/** Returns what the value of a series is compared with. */
export function limitOf(condition: SeriesCondition): { readonly threshold: number; readonly unit: string } {
  const { limit, measured } = seriesKind(condition);
  return limit?.(condition) ?? { threshold: condition.threshold, unit: measured(condition).unit };
}
