import type { Database } from '@sluice/db';
import { runAll, type Logger } from '@sluice/runtime';
import type { AlertsMetrics } from '../alertsMetrics.js';
import { timer } from '../isOver.js';
import { readAlertRules } from '../sql/firings/readAlertRules.js';
import { readClock } from '../sql/readClock.js';
import { endUnwatched } from './endUnwatched.js';
import { evaluatePart } from './evaluatePart.js';
import { createEvaluationSchedule } from './evaluationSchedule.js';
import { failureLog } from './failureLog.js';
import { readSettled, type QueueAges } from './readSettled.js';

/** Dependencies of evaluating. */
export interface EvaluatorDeps {
  readonly db: Database;
  readonly depth: QueueAges;
  readonly metrics: AlertsMetrics;
  readonly logger: Logger;
}

/** Limits of a pass. */
export interface EvaluationLimits {
  /** Time of a pass in milliseconds; what is left is evaluated by the next one, which begins with it. */
  readonly budgetMs: number;
}

/** The longest time of one part before another organization is evaluated; a statement that runs is not interrupted. */
const PART_MS = 2_000;

/**
 * Returns one pass of evaluating all rules that no signal fires, but those about drops. Times are PostgreSQL's, which all replicas share.
 *
 * Organizations are evaluated round robin, each in parts of bounded size: see {@link createEvaluationSchedule}. A pass that ends because its
 * time is over is continued by the next one, so that a rule waits for one part of each other organization and for the other parts of its own,
 * and the rules of no pass are older than its time. A part whose time is over, or that fails, is evaluated again from where it was.
 */
export function createEvaluator(
  deps: EvaluatorDeps,
  { budgetMs }: EvaluationLimits,
): (signal?: AbortSignal) => Promise<void> {
  const { db, metrics, logger } = deps;
  const logged = failureLog(logger, 'evaluation');
  const schedule = createEvaluationSchedule();
  return async (signal) => {
    const isPassOver = timer(budgetMs);
    const rules = await readAlertRules(db);
    const startMs = await readClock(db);
    const settled = await readSettled(deps, startMs);
    await logged((onFailure) => {
      const end = async (): Promise<void> => {
        try {
          metrics.countFirings(await endUnwatched(db, rules, { nowMs: startMs, isOver: timer(PART_MS) }));
        } catch (error) {
          onFailure('ended', error);
          throw error;
        }
      };
      let isClockRead = true;
      function* steps(): Generator<() => Promise<void>> {
        yield end;
        for (const [index, scheduled] of schedule.order(rules).entries()) {
          if (signal?.aborted === true || !isClockRead || (index > 0 && isPassOver())) return;
          yield async () => {
            // The pass ends with an error of the clock: PostgreSQL is not available.
            isClockRead = false;
            const nowMs = await readClock(db);
            isClockRead = true;
            await evaluatePart(db, scheduled, {
              nowMs,
              settled,
              isTimeOver: timer(PART_MS),
              onFirings: metrics.countFirings,
              onFailure,
              record: (seen) => schedule.record(scheduled.part, seen),
            });
          };
        }
      }
      return runAll(steps());
    });
  };
}
