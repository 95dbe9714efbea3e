import { startOfMinute, type EventType, type SeriesCondition } from '@sluice/contract';
import {
  compactMinutes,
  evaluateIssueRates,
  evaluateSeries,
  evaluateTrends,
  readAlertRules,
  readClock,
  type CrowdedWindow,
  type Database,
  type IssueTimes,
  type RecordedFiring,
} from '@sluice/db';
import type { DepthReader } from '@sluice/queues';
import type { Logger } from '@sluice/runtime';
import type { AlertsMetrics } from '../alertsMetrics.js';
import { compileAlertFilters } from '../decide/matchFilters.js';
import { failureLog } from './failureLog.js';
import { readSettled } from './readSettled.js';

/** Dependencies of evaluating. */
export interface EvaluatorDeps {
  readonly db: Database;
  readonly depth: DepthReader;
  readonly metrics: AlertsMetrics;
  readonly logger: Logger;
}

/** The event type whose worker counts what a condition watches. */
const TYPE_OF: Readonly<Record<SeriesCondition['kind'], EventType>> = {
  log_rate: 'log',
  endpoint: 'span',
  metric: 'span',
};

/** Returns one pass of evaluating all rules that no signal fires, but those about drops. Times are PostgreSQL's, which all replicas share. */
export function createEvaluator(deps: EvaluatorDeps): () => Promise<void> {
  const { db, metrics, logger } = deps;
  const logged = failureLog(logger, 'evaluation');
  // What a failed pass, or a process that did not run, left out is evaluated by the next one.
  const [events, users, trends] = [changesSeen(), changesSeen(), changesSeen()];
  const usersOnce = oncePerMinute();
  return async () => {
    const rules = await readAlertRules(db);
    const nowMs = await readClock(db);
    const settled = await readSettled(deps, nowMs);
    let crowded: readonly CrowdedWindow[] = [];
    const pass = { nowMs, settledMs: settled('exception') };
    const evaluations: Evaluations = {
      events: () => events(pass, (times) => evaluateIssueRates(db, rules, { ...times, measures: ['events'] })),
      // They are counted from the exceptions.
      users: usersOnce(nowMs, () =>
        users(pass, (times) => evaluateIssueRates(db, rules, { ...times, measures: ['users'] })),
      ),
      trends: () => trends(pass, (times) => evaluateTrends(db, rules, times)),
      series: () =>
        evaluateSeries(db, rules, {
          ...{ nowMs, settledBefore: (kind) => settled(TYPE_OF[kind]) },
          onCrowded: (windows) => (crowded = [...crowded, ...windows]),
        }),
      minutes: () => compactMinutes(db, crowded).then(() => []),
    };
    for (const firing of await logged((onFailure) => runAll(evaluations, onFailure))) {
      metrics.countFirings(firing.kind, firing.suppressedBy ?? 'no');
    }
  };
}

interface IssuePass {
  readonly nowMs: number;
  /** Events that arrived before this time are stored now. */
  readonly settledMs: number;
}

/**
 * Returns a function that evaluates what has changed since its last success: what arrived after the time that was settled then. The
 * first call evaluates an hour, because it is not known what the process before it saw.
 */
function changesSeen(): (
  pass: IssuePass,
  evaluate: (times: IssueTimes) => ReturnType<Evaluation>,
) => ReturnType<Evaluation> {
  let changedSinceMs = 0;
  return async ({ nowMs, settledMs }, evaluate) => {
    const firings = await evaluate({ nowMs, changedSinceMs, filter: matchCounted() });
    changedSinceMs = settledMs;
    return firings;
  };
}

/** Returns a function that skips an evaluation which succeeded in the same minute. */
function oncePerMinute(): (nowMs: number, evaluate: Evaluation) => Evaluation {
  let done: number | undefined;
  return (nowMs, evaluate) => async () => {
    const minute = startOfMinute(nowMs);
    if (minute === done) return [];
    const firings = await evaluate();
    done = minute;
    return firings;
  };
}

/**
 * Returns the filter of one evaluation, which compiles each rule once. Counts of issues have no releases, URLs and tags: only the
 * filters of levels and environments apply to them.
 */
function matchCounted(): IssueTimes['filter'] {
  const compiled = new Map<object, ReturnType<typeof compileAlertFilters>>();
  return ({ filters }, { level, environment }) => {
    const { levels = [], environments = [] } = filters;
    const matches = compiled.get(filters) ?? compileAlertFilters({ levels, environments });
    compiled.set(filters, matches);
    return matches({ level, environment, release: null, url: null, tags: {} });
  };
}

type Evaluation = () => Promise<readonly RecordedFiring[]>;
/** In order, by name. */
type Evaluations = Readonly<Record<string, Evaluation>>;

/** Runs all, also if one fails. @throws the first error, after all */
async function runAll(
  evaluations: Evaluations,
  onFailure: (name: string, error: unknown) => void,
): Promise<readonly RecordedFiring[]> {
  const firings: RecordedFiring[] = [];
  const errors: unknown[] = [];
  for (const [name, evaluate] of Object.entries(evaluations)) {
    try {
      firings.push(...(await evaluate()));
    } catch (error) {
      onFailure(name, error);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return firings;
}
