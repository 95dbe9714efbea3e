import { DAY_MS, hourOf, startOfHour } from '@sluice/contract';
import { runCooperatively, type PausableTask } from '@sluice/runtime';
import type { Database } from '@sluice/db';
import { groupBy } from '../groupBy.js';
import type { AlertRules } from '../alertRule.js';
import type { FiringCandidate } from '../decide/firing.js';
import type { RecordedFiring } from '../sql/firings/recordFirings.js';
import { isRising } from '../conditions/issueTrend.js';
import { candidateOf } from '../decide/candidateOf.js';
import { changedSince, type IssueTimes } from './evaluateIssueRates.js';
import { compileOnce, environmentOf } from '../decide/issueFilter.js';
import { readBusyIssues, readHoursOf, type IssueHour } from '../sql/evaluation/readIssueHours.js';
import { recordByProject } from './recordByProject.js';
import { conditionsByProject, type RuleCondition } from '../decide/ruleTargets.js';

/** The days before, whose same hours are compared. */
const DAYS = [1, 2, 3, 4, 5, 6, 7];

/**
 * Evaluates conditions about trends of issues and returns the firings that it added. The occurrence is the UTC hour: a rule
 * reports an issue at most once in it. The current hour is compared as it is, because it can only grow, and the hour before as
 * long as it may have grown ({@link IssueTimes.changedSinceMs}). An hour is compared as a whole, but not if it was over before the
 * rule was created or enabled, or its conditions changed.
 */
export async function evaluateTrends(
  db: Database,
  rules: AlertRules,
  times: IssueTimes,
): Promise<readonly RecordedFiring[]> {
  const targets = conditionsByProject(rules, 'issue_trend');
  if (targets.size === 0) return [];
  const { isOver } = times;
  const search = { targets, rules, times: { ...times, filter: compileOnce(times.filter) } };
  const firings: RecordedFiring[] = [];
  for (let hour = hourOf(changedSince(times)); hour <= hourOf(times.nowMs); hour += 1) {
    const candidates = await findRising(db, startOfHour(hour), search);
    firings.push(...(await recordByProject(db, candidates, { isOver })));
  }
  return firings;
}

interface Search {
  readonly targets: ReadonlyMap<string, readonly RuleCondition<'issue_trend'>[]>;
  readonly rules: AlertRules;
  readonly times: IssueTimes;
}

async function findRising(db: Database, hourMs: number, search: Search): Promise<readonly FiringCandidate[]> {
  const { targets } = search;
  const floors = [...targets].map(([projectId, conditions]) => ({
    projectId,
    floor: Math.min(...conditions.map(({ condition }) => condition.floor)),
  }));
  const busy = await readBusyIssues(db, hourMs, floors);
  const issues = [...new Map(busy.map((row) => [row.issueId, row])).values()];
  const before = await readHoursOf(
    db,
    issues,
    DAYS.map((days) => hourMs - days * DAY_MS),
  );
  const [countsOf, hoursOf] = [busy, before].map((hours) => groupBy(hours, ({ issueId }) => issueId));
  const compare = function* (): PausableTask<readonly FiringCandidate[]> {
    const candidates: FiringCandidate[] = [];
    for (const { issueId, ...issue } of issues) {
      const hours = { counts: countsOf?.get(issueId) ?? [], before: hoursOf?.get(issueId) ?? [] };
      candidates.push(...(yield* risingOf({ ...issue, issueId, ...hours, hourMs }, search)));
    }
    return candidates;
  };
  return runCooperatively(compare());
}

/** An issue in an hour, and what it had in the hours that it is compared with. */
interface BusyIssue {
  readonly projectId: string;
  readonly issueId: string;
  readonly level: string;
  readonly counts: readonly IssueHour[];
  readonly before: readonly IssueHour[];
  readonly hourMs: number;
}

/** Yields after each condition. */
function* risingOf(
  { projectId, issueId, level, counts, before, hourMs }: BusyIssue,
  { targets, rules, times }: Search,
): PausableTask<readonly FiringCandidate[]> {
  const rising: FiringCandidate[] = [];
  for (const { rule, condition, conditionIndex } of targets.get(projectId) ?? []) {
    yield;
    if (hourOf(rule.countedSince.getTime()) > hourOf(hourMs)) continue;
    const matches = times.filter(rule);
    const countedOf = function* (hours: readonly IssueHour[]): PausableTask<readonly IssueHour[]> {
      const counted: IssueHour[] = [];
      for (const hour of hours) {
        if (yield* matches({ level, environment: environmentOf(hour.environment) })) counted.push(hour);
      }
      return counted;
    };
    const value = sum(yield* countedOf(counts));
    const baseline = busiestHour(yield* countedOf(before));
    if (!isRising(value, baseline, condition)) continue;
    const about = { projectId, conditionIndex, kind: 'issue_trend', subject: `issue:${issueId}` };
    const hour = new Date(hourMs).toISOString();
    const details = { value, baseline, factor: condition.factor, hour };
    rising.push(
      candidateOf(rule, { ...about, state: 'firing', occurrence: hour, details }, { rules, nowMs: times.nowMs }),
    );
  }
  return rising;
}

const sum = (hours: readonly IssueHour[]): number => hours.reduce((total, { count }) => total + count, 0);

function busiestHour(hours: readonly IssueHour[]): number {
  const totals = new Map<number, number>();
  for (const { hourMs, count } of hours) totals.set(hourMs, count + (totals.get(hourMs) ?? 0));
  return Math.max(0, ...totals.values());
}
