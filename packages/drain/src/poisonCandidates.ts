import { RequeueLaterError } from '@sluice/queues';

/**
 * Jobs that were started before and not finished are poison candidates: one of them may kill workers (design 3.8). The
 * number of starts decides how a job is drained:
 *
 * | starts             | mode                                                                              |
 * |--------------------|-----------------------------------------------------------------------------------|
 * | 1                  | batched with others                                                               |
 * | 2                  | in a write batch of its own                                                       |
 * | 3, 5, …            | part by part, forwards: stores the parts before a deadly one                      |
 * | 4, 6, …            | part by part, backwards: stores the parts after it                                |
 * | more than `maxStarts` | every part without a receipt is quarantined, without running any step          |
 */
export type DrainMode = 'batch' | 'alone' | 'forwards' | 'backwards' | 'quarantine';

/** Returns how a job is drained at its `starts`-th start. @param maxStarts starts after which it is quarantined */
export function drainModeFor(starts: number, maxStarts: number): DrainMode {
  if (starts <= 1) return 'batch';
  if (starts > maxStarts) return 'quarantine';
  if (starts === 2) return 'alone';
  return starts % 2 === 1 ? 'forwards' : 'backwards';
}

/** Delay in milliseconds before a requeued candidate is offered again: acquiring it costs its whole payload. */
const REQUEUE_DELAY_MS = 5_000;

/** Drains poison candidates one at a time. */
export interface PoisonCandidates {
  /** Runs `drain` when no other candidate is being drained. @throws RequeueLaterError if another one is and the mode is not `alone` */
  readonly run: (mode: Exclude<DrainMode, 'batch'>, drain: () => Promise<void>) => Promise<void>;
}

/**
 * Returns a queue of one candidate at a time. The death of a worker adds a start to every job that it had acquired. So
 * that a deadly job does not also raise the starts of its neighbors, a job with three or more starts is kept only while
 * no other candidate is; otherwise it is requeued, which takes its start back.
 */
export function createPoisonCandidates(): PoisonCandidates {
  let [last, active]: [Promise<void>, number] = [Promise.resolve(), 0];
  return {
    run: async (mode, drain) => {
      if (mode !== 'alone' && active > 0)
        throw new RequeueLaterError('another poison candidate is being drained', REQUEUE_DELAY_MS);
      active += 1;
      const turn = last.then(drain);
      last = turn.catch(() => undefined);
      await turn.finally(() => {
        active -= 1;
      });
    },
  };
}
