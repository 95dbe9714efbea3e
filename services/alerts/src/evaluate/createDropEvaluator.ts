import { EVENT_TYPES, startOfMinute } from '@sluice/contract';
import { evaluateDrops, readAlertRules, readClock } from '@sluice/db';
import type { EvaluatorDeps } from './createEvaluator.js';
import { readSettled } from './readSettled.js';

/**
 * Returns one pass of evaluating rules about drops, which are counted by hour: at most one a minute succeeds. The first one of an hour, or after
 * an outage, looks back for two days and may take many seconds; it is a task of its own, so that no minute of a series waits for it.
 */
export function createDropEvaluator(deps: EvaluatorDeps): () => Promise<void> {
  const { db, metrics, logger } = deps;
  let done: number | undefined;
  return async () => {
    const nowMs = await readClock(db);
    const minute = startOfMinute(nowMs);
    if (minute === done) return;
    const rules = await readAlertRules(db);
    const settled = await readSettled(deps, nowMs);
    const firings = await evaluateDrops(db, rules, {
      ...{ nowMs, settledMs: Math.min(...EVENT_TYPES.map(settled)) },
      onFailure: (search, error) =>
        logger.warn({ err: error, search }, 'search for drops failed; the next one repeats it'),
    });
    for (const { kind, suppressedBy } of firings) metrics.countFirings(kind, suppressedBy ?? 'no');
    done = minute;
  };
}
