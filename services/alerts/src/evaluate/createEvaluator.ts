import { startOfMinute } from '@sluice/contract';
import {
  compactMinutes,
  endUnwatched,
  evaluateIssueRates,
  evaluateSeries,
  evaluateTrends,
  readAlertRules,
  readClock,
  watchCuts,
  type CrowdedWindow,
  type IssueTimes,
  type RecordedFiring,
} from '@sluice/alerts';
import type { Database } from '@sluice/db';
import type { DepthReader } from '@sluice/queues';
import type { Logger } from '@sluice/runtime';
import type { AlertsMetrics } from '../alertsMetrics.js';
import { compileAlertFilters } from '../decide/matchFilters.js';
import { timer } from '../timer.js';
import { createEvaluationTurns, type Seen, type Turn } from './evaluationTurns.js';
import { failureLog } from './failureLog.js';
import { readSettled } from './readSettled.js';

/** Dependencies of evaluating. */
export interface EvaluatorDeps {
  readonly db: Database;
  readonly depth: DepthReader;
  readonly metrics: AlertsMetrics;
  readonly logger: Logger;
}

/** Limits of a pass. */
export interface EvaluationLimits {
  /** Time of a pass in milliseconds; what is left is evaluated by the next one, which begins with it. */
  readonly budgetMs: number;
}

/** The longest time of one part before the next organization has its turn; a statement that runs is not interrupted. */
const PART_MS = 2_000;

/**
 * Returns one pass of evaluating all rules that no signal fires, but those about drops. Times are PostgreSQL's, which all replicas share.
 *
 * Organizations are evaluated in turn, each in parts of bounded size: see {@link createEvaluationTurns}. A pass that ends because its time is
 * over goes on with the next one, so that a rule waits for one part of each other organization and for the other parts of its own, and the
 * rules of no pass are older than its time. A part whose time is over, or that fails, is evaluated again from where it was.
 */
export function createEvaluator(
  deps: EvaluatorDeps,
  { budgetMs }: EvaluationLimits,
): (signal?: AbortSignal) => Promise<void> {
  const { db, metrics, logger } = deps;
  const logged = failureLog(logger, 'evaluation');
  const turns = createEvaluationTurns();
  return async (signal) => {
    const isPassOver = timer(budgetMs);
    const rules = await readAlertRules(db);
    const startMs = await readClock(db);
    const settled = await readSettled(deps, startMs);
    const endings = { ended: () => endUnwatched(db, rules, { nowMs: startMs, isOver: timer(PART_MS) }) };
    const count = (firings: readonly RecordedFiring[]): void => {
      for (const { kind, suppressedBy } of firings) metrics.countFirings(kind, suppressedBy ?? 'no');
    };
    await logged(async (onFailure) => {
      const errors: unknown[] = [];
      const fail = (name: string, error: unknown): void => {
        onFailure(name, error);
        errors.push(error);
      };
      count(await runAll(endings, fail));
      for (const [index, turn] of turns.order(rules).entries()) {
        if (signal?.aborted === true || (index > 0 && isPassOver())) break;
        const nowMs = await readClock(db);
        const { firings, seen } = await evaluatePart(db, turn, { nowMs, settled, fail });
        count(firings);
        turns.record(turn.part, seen);
      }
      if (errors.length > 0) throw errors[0];
    });
  };
}

interface PartTimes {
  readonly nowMs: number;
  readonly settled: Awaited<ReturnType<typeof readSettled>>;
  readonly fail: (name: string, error: unknown) => void;
}

/** Evaluates a part, and returns what has been seen of it then: no more than before of what failed, or was left out. */
async function evaluatePart(
  db: Database,
  { part: { rules }, seen }: Turn,
  { nowMs, settled, fail }: PartTimes,
): Promise<{ readonly firings: readonly RecordedFiring[]; readonly seen: Seen }> {
  const isTimeOver = timer(PART_MS);
  const { isOver, isCut } = watchCuts(isTimeOver);
  const failures: string[] = [];
  let crowded: readonly CrowdedWindow[] = [];
  const times = { nowMs, filter: matchCounted, isOver };
  const minute = startOfMinute(nowMs);
  const countsUsers = seen.usersMinute !== minute;
  const changedSinceMs = seen.settledMs;
  const evaluations: Evaluations = {
    events: () => evaluateIssueRates(db, rules, { ...times, changedSinceMs, measures: ['events'] }),
    trends: () => evaluateTrends(db, rules, { ...times, changedSinceMs }),
    // They are counted from the exceptions.
    users: async () =>
      countsUsers
        ? evaluateIssueRates(db, rules, { ...times, changedSinceMs: seen.usersSettledMs, measures: ['users'] })
        : [],
    series: () =>
      evaluateSeries(db, rules, {
        nowMs,
        isOver: isTimeOver,
        settledBefore: settled,
        onCrowded: (windows) => (crowded = [...crowded, ...windows]),
      }),
    minutes: () => compactMinutes(db, crowded).then(() => []),
  };
  const firings = await runAll(evaluations, (name, error) => {
    failures.push(name);
    fail(name, error);
  });
  if (isCut() || failures.length > 0) return { firings, seen: { ...seen, evaluatedMs: nowMs } };
  const settledMs = settled('exception');
  const users = countsUsers ? { usersSettledMs: settledMs, usersMinute: minute } : {};
  return { firings, seen: { ...seen, evaluatedMs: nowMs, settledMs, ...users } };
}

/** Counts of issues have no releases, URLs and tags: only the filters of levels and environments apply to them. */
const matchCounted: IssueTimes['filter'] = ({ filters: { levels = [], environments = [] } }) => {
  const matches = compileAlertFilters({ levels, environments });
  return ({ level, environment }) => matches({ level, environment, release: null, url: null, tags: {} });
};

type Evaluation = () => Promise<readonly RecordedFiring[]>;
/** In order, by name. */
type Evaluations = Readonly<Record<string, Evaluation>>;

/** Runs all, also if one fails, and returns their firings. */
async function runAll(
  evaluations: Evaluations,
  fail: (name: string, error: unknown) => void,
): Promise<readonly RecordedFiring[]> {
  const firings: RecordedFiring[] = [];
  for (const [name, evaluate] of Object.entries(evaluations)) {
    try {
      firings.push(...(await evaluate()));
    } catch (error) {
      fail(name, error);
    }
  }
  return firings;
}
