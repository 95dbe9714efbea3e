import { EVENT_TYPES, startOfMinute, type EventType, type SeriesCondition } from '@sluice/contract';
import {
  evaluateDrops,
  evaluateIssueRates,
  evaluateSeries,
  evaluateTrends,
  readAlertRules,
  type AlertRules,
  type Database,
  type IssueTimes,
  type RecordedFiring,
} from '@sluice/db';
import type { DepthReader } from '@sluice/queues';
import type { Clock, Logger } from '@sluice/runtime';
import type { AlertsMetrics } from '../alertsMetrics.js';
import { compileAlertFilters } from '../decide/matchFilters.js';

/** Dependencies of evaluating. */
export interface EvaluatorDeps {
  readonly db: Database;
  readonly depth: DepthReader;
  readonly metrics: AlertsMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The event type whose worker counts what a condition watches. */
const TYPE_OF: Readonly<Record<SeriesCondition['kind'], EventType>> = {
  log_rate: 'log',
  endpoint: 'span',
  metric: 'span',
};

/** Time between the arrival of an event and its storing, while nothing waits. */
const SETTLED_MS = 60_000;

/** How much older than the oldest waiting job an event may be that is not stored yet. */
const MARGIN_MS = 30_000;

/** Returns one pass of evaluating all rules that no signal fires. */
export function createEvaluator(deps: EvaluatorDeps): () => Promise<void> {
  const { db, metrics, clock } = deps;
  let dropsMinute: number | undefined;
  return async () => {
    const rules = await readAlertRules(db);
    const settled = await readSettled(deps);
    const issues = { nowMs: clock(), changedSinceMs: settled('exception'), filter: matchCounted } satisfies IssueTimes;
    const evaluations = [
      () => evaluateIssueRates(db, rules, issues),
      () => evaluateTrends(db, rules, issues),
      () => evaluateSeries(db, rules, { nowMs: clock(), settledBefore: (kind) => settled(TYPE_OF[kind]) }),
      async () => {
        // They are counted by hour: once a minute is soon enough.
        const nowMs = clock();
        const minute = startOfMinute(nowMs);
        if (minute === dropsMinute) return [];
        const drops = await evaluateDrops(db, rules, { nowMs, settledMs: Math.min(...EVENT_TYPES.map(settled)) });
        dropsMinute = minute;
        return drops;
      },
    ];
    for (const firing of await runAll(deps, rules, evaluations)) {
      metrics.countFirings(firing.kind, firing.suppressedBy ?? 'no');
    }
  };
}

/** Counts of issues have no releases, URLs and tags: only the filters of levels and environments apply to them. */
const matchCounted: IssueTimes['filter'] = ({ filters: { levels = [], environments = [] } }, { level, environment }) =>
  compileAlertFilters({ levels, environments })({ level, environment, release: null, url: null, tags: {} });

type Evaluation = () => Promise<readonly RecordedFiring[]>;

/** Runs all, also if one fails. @throws the first error, after all */
async function runAll(
  { logger }: EvaluatorDeps,
  rules: AlertRules,
  evaluations: readonly Evaluation[],
): Promise<readonly RecordedFiring[]> {
  if (rules.rules.length === 0) return [];
  const firings: RecordedFiring[] = [];
  const errors: unknown[] = [];
  for (const evaluate of evaluations) {
    try {
      firings.push(...(await evaluate()));
    } catch (error) {
      logger.debug({ err: error }, 'evaluation failed');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return firings;
}

/**
 * Returns the time before which all events of a type that arrived are stored, milliseconds since 1970. Without an answer of Redis
 * nothing is known to be stored: what depends on it is decided later.
 */
async function readSettled({ depth, clock, logger }: EvaluatorDeps): Promise<(type: EventType) => number> {
  const nowMs = clock();
  const times = new Map<EventType, number>();
  for (const type of EVENT_TYPES) {
    try {
      const { oldestAgeMs = 0 } = await depth.read(type);
      times.set(type, nowMs - Math.max(SETTLED_MS, oldestAgeMs + MARGIN_MS));
    } catch (error) {
      logger.debug({ err: error, type }, 'depth of the queue could not be read');
    }
  }
  return (type) => times.get(type) ?? 0;
}
