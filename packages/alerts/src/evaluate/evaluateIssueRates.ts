import { MINUTE_MS, HOUR_MS, startOfMinute } from '@sluice/contract';
import { runCooperatively, type PausableTask } from '@sluice/runtime';
import type { Database, Placed, Tx } from '@sluice/db';
import { groupBy } from '../groupBy.js';
import type { AlertRules } from '../alertRule.js';
import type { ConditionOf } from '../conditions/conditions.js';
import type { FiringCandidate } from '../decide/firing.js';
import type { RecordedFiring } from '../sql/firings/recordFirings.js';
import { changedWindows, type EventWindow } from '../decide/changedWindows.js';
import { candidateOf } from '../decide/candidateOf.js';
import { compileOnce, environmentOf, type IssueFilter } from '../decide/issueFilter.js';
import type { IsOver } from '../isOver.js';
import { countWindowUsers, readIssueMinutes, type IssueMinute } from '../sql/evaluation/readIssueMinutes.js';
import { lockRates, rateKey, readReportedRates, type RateReport } from '../sql/evaluation/readReportedRates.js';
import { recordByProject } from './recordByProject.js';
import { conditionsByProject, type RuleCondition } from '../decide/ruleTargets.js';

/** Times of an evaluation of issues, milliseconds since 1970. */
export interface IssueTimes {
  readonly nowMs: number;
  /**
   * Everything that arrived before this time was stored before the last evaluation: windows that end earlier have not changed.
   * At most an hour ago; default an hour ago.
   */
  readonly changedSinceMs?: number;
  /** Default: all. Users are counted from the exceptions, which costs more than events. */
  readonly measures?: readonly ConditionOf<'issue_rate'>['measure'][];
  readonly filter: IssueFilter;
  /** Whether further work should be left to a later call with the same {@link changedSinceMs}. Default: never. */
  readonly isOver?: IsOver;
}

/** An issue that stays frequent is reported again after this time at the earliest: longer than windows are looked back. */
const AGAIN_MS = HOUR_MS + 5 * MINUTE_MS;

/** Start of the oldest minute whose windows may have changed. */
export const changedSince = ({ nowMs, changedSinceMs = 0 }: IssueTimes): number =>
  startOfMinute(Math.max(nowMs - HOUR_MS, Math.min(changedSinceMs, nowMs)));

/** An issue above the limit of a rule in a window. */
interface Frequent {
  readonly target: RuleCondition<'issue_rate'>;
  readonly projectId: string;
  readonly issueId: string;
  readonly environments: readonly string[];
  readonly window: EventWindow;
}

/**
 * Evaluates conditions about rates of issues and returns the firings that it added. The window includes the current minute. Late
 * events count in the window in which they arrived, as far back as {@link IssueTimes.changedSinceMs}. What arrived before the minute
 * in which the rule was created or enabled, or its conditions changed, is in no window.
 *
 * An issue that stays above its limit is reported once an hour by each condition, less often with a cool-down. The occurrence is
 * the condition and the UTC hour of the window's end. If it was suppressed, the issue is reported as soon as nothing suppresses it
 * and it is above the limit.
 */
export async function evaluateIssueRates(
  db: Database,
  rules: AlertRules,
  times: IssueTimes,
): Promise<readonly RecordedFiring[]> {
  const targets = targetsOf(rules, times);
  if (targets.size === 0) return [];
  const sinceMs = changedSince(times);
  const minutes = await readIssueMinutes(
    db,
    [...targets].map(([projectId, conditions]) => ({
      projectId,
      fromMs: sinceMs - Math.max(...conditions.map(({ condition }) => condition.windowMinutes)) * MINUTE_MS,
      above: Math.min(...conditions.map(({ condition }) => condition.above)),
    })),
  );
  const { nowMs, isOver } = times;
  const frequent = await runCooperatively(
    findFrequent([...groupBy(minutes, ({ issueId }) => issueId).values()], targets, times),
  );
  const above = busiest(await withUsers(db, await withoutReported(db, frequent, nowMs)));
  return recordByProject(
    db,
    above.map((each) => toCandidate(each, rules, times)),
    { isOver, choose: (tx, projectId, candidates) => withoutReportedMeanwhile(tx, projectId, candidates, nowMs) },
  );
}

type Targets = ReadonlyMap<string, readonly RuleCondition<'issue_rate'>[]>;

/** Yields after each condition: many conditions of a project compare all of its issues. */
function* findFrequent(
  issues: readonly (readonly IssueMinute[])[],
  targets: Targets,
  times: IssueTimes,
): PausableTask<readonly Frequent[]> {
  const compiled = { ...times, filter: compileOnce(times.filter) };
  const frequent: Frequent[] = [];
  for (const issue of issues) {
    const [first] = issue;
    for (const target of targets.get(first?.projectId ?? '') ?? []) {
      frequent.push(...(yield* frequentOf(issue, target, compiled)));
      yield;
    }
  }
  return frequent;
}

function targetsOf(rules: AlertRules, { measures = ['events', 'users'] }: IssueTimes): Targets {
  const all = [...conditionsByProject(rules, 'issue_rate')];
  const measured = all.map(([projectId, conditions]) => {
    const counted = conditions.filter(({ condition }) => measures.includes(condition.measure));
    return [projectId, counted] as const;
  });
  return new Map(measured.filter(([, conditions]) => conditions.length > 0));
}

function* frequentOf(
  minutes: readonly IssueMinute[],
  target: RuleCondition<'issue_rate'>,
  times: IssueTimes,
): PausableTask<readonly Frequent[]> {
  const { windowMinutes, above } = target.condition;
  const [first] = minutes;
  if (first === undefined || minutes.reduce((sum, { count }) => sum + count, 0) <= above) return [];
  const { projectId, issueId } = first;
  const matches = times.filter(target.rule);
  const countedMs = startOfMinute(target.rule.countedSince.getTime());
  const counted: IssueMinute[] = [];
  for (const minute of minutes) {
    const { minuteMs, level, environment } = minute;
    if (minuteMs < countedMs) continue;
    if (yield* matches({ level, environment: environmentOf(environment) })) counted.push(minute);
  }
  const environments = [...new Set(counted.map(({ environment }) => environment))];
  return changedWindows(counted, windowMinutes, changedSince(times))
    .filter(({ count }) => count > above)
    .map((window) => ({
      target,
      projectId,
      issueId,
      environments,
      window: { ...window, fromMs: Math.max(window.fromMs, countedMs) },
    }));
}

/** Leaves out issues that the condition has reported a short time ago. */
async function withoutReported(db: Placed, issues: readonly Frequent[], nowMs: number): Promise<readonly Frequent[]> {
  const reported = await readReportedRates(db, issues.map(reportOf), nowMs - AGAIN_MS);
  return issues.filter((issue) => !reported.has(rateKey(reportOf(issue))));
}

/**
 * Leaves out what another process has reported since it was read: in another hour its firing has another identity. No other process
 * reports rates of the project until the transaction ends.
 */
async function withoutReportedMeanwhile(
  tx: Tx,
  projectId: string,
  candidates: readonly FiringCandidate[],
  nowMs: number,
): Promise<readonly FiringCandidate[]> {
  await lockRates(tx, projectId);
  const reported = await readReportedRates(tx, candidates, nowMs - AGAIN_MS);
  return candidates.filter((candidate) => !reported.has(rateKey(candidate)));
}

const reportOf = ({ target: { rule, conditionIndex }, projectId, issueId }: Frequent): RateReport => ({
  projectId,
  ruleId: rule.id,
  conditionIndex,
  subject: `issue:${issueId}`,
});

type Counted = Frequent & { readonly value: number };

/** Of the windows of an issue and a condition, the one with the most events or users; of equal ones the last. */
function busiest(counted: readonly Counted[]): readonly Counted[] {
  const windows = new Map<string, Counted>();
  for (const each of counted) {
    const key = rateKey(reportOf(each));
    if (each.value >= (windows.get(key)?.value ?? 0)) windows.set(key, each);
  }
  return [...windows.values()];
}

/** Returns those above their limit, with the number of events or users. Events are an upper bound of users. */
async function withUsers(db: Database, frequent: readonly Frequent[]): Promise<readonly Counted[]> {
  const ofUsers = frequent.filter(({ target }) => target.condition.measure === 'users');
  const users = await countWindowUsers(
    db,
    ofUsers.map(({ window, ...issue }) => ({ ...issue, fromMs: window.fromMs, toMs: window.toMs })),
  );
  const usersOf = new Map(ofUsers.map((each, index) => [each, users[index] ?? 0]));
  return frequent
    .map((each) => ({ ...each, value: usersOf.get(each) ?? each.window.count }))
    .filter(({ value, target }) => value > target.condition.above);
}

function toCandidate({ target, value, ...each }: Counted, rules: AlertRules, { nowMs }: IssueTimes): FiringCandidate {
  const { rule, conditionIndex, condition } = target;
  const { measure, windowMinutes, above } = condition;
  const hour = each.window.toMs - MINUTE_MS;
  return candidateOf(
    rule,
    {
      projectId: each.projectId,
      conditionIndex,
      kind: 'issue_rate',
      state: 'firing',
      lasts: true,
      subject: `issue:${each.issueId}`,
      occurrence: `${conditionIndex} ${new Date(hour - (hour % HOUR_MS)).toISOString()}`,
      details: { value, measure, windowMinutes, threshold: above },
    },
    { rules, nowMs },
  );
}
