import { EVENT_TYPES, startOfMinute } from '@sluice/contract';
import { timer } from '../isOver.js';
import { readAlertRules } from '../sql/firings/readAlertRules.js';
import { readClock } from '../sql/readClock.js';
import type { EvaluationLimits, EvaluatorDeps } from './createEvaluator.js';
import { evaluateDrops } from './evaluateDrops.js';
import { failureLog } from './failureLog.js';
import { readSettled } from './readSettled.js';

/** Searches of a pass at most: they share its time. */
const SEARCHES = 8;

/**
 * Returns one pass of evaluating rules about drops, which are counted by hour: at most one a minute succeeds. The first one of an hour, or after
 * an outage, looks back for two days and may take many seconds; it is a task of its own, so that no minute of a series waits for it.
 */
export function createDropEvaluator(deps: EvaluatorDeps, { budgetMs }: EvaluationLimits): () => Promise<void> {
  const { db, metrics, logger } = deps;
  const logged = failureLog(logger, 'search for drops');
  let done: number | undefined;
  const startSearch = () => timer(budgetMs / SEARCHES);
  return async () => {
    const nowMs = await readClock(db);
    const minute = startOfMinute(nowMs);
    if (minute === done) return;
    const rules = await readAlertRules(db);
    const settled = await readSettled(deps, nowMs);
    const times = { nowMs, settledMs: Math.min(...EVENT_TYPES.map(settled)) };
    metrics.countFirings(await logged((onFailure) => evaluateDrops(db, rules, { ...times, startSearch, onFailure })));
    done = minute;
  };
}
