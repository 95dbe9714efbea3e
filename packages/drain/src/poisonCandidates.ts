import { RequeueLater } from '@sluice/queues';

/**
 * Jobs that were started before and not finished: one of them may be what kills workers (design 3.8). How a job
 * is drained follows from how often it was started:
 *
 * | starts             | how                                                                                    |
 * |--------------------|----------------------------------------------------------------------------------------|
 * | 1                  | gathered with others                                                                   |
 * | 2                  | in a write of its own                                                                  |
 * | 3, 5, …            | part by part, forwards: whatever lies before a deadly part is stored                   |
 * | 4, 6, …            | part by part, backwards: whatever lies behind it is stored                             |
 * | more than the most | every part that has no receipt yet becomes dead letters, without running a single step |
 */
export type DrainMode = 'batch' | 'alone' | 'forwards' | 'backwards' | 'quarantine';

/** How a job is drained at its `starts`-th start. @param maxStarts starts after which it is cause */
export function drainModeFor(starts: number, maxStarts: number): DrainMode {
  if (starts <= 1) return 'batch';
  if (starts > maxStarts) return 'quarantine';
  if (starts === 2) return 'alone';
  return starts % 2 === 1 ? 'forwards' : 'backwards';
}

/** When a suspect that was turned away comes again, in milliseconds: taking it only to turn it away costs its whole payload. */
const REQUEUE_DELAY_MS = 5_000;

/** Drains suspected jobs one at a time. */
export interface PoisonCandidates {
  /** Runs `drain` when no other suspect is being drained, or rejects with `RequeueLater`. */
  readonly run: (mode: Exclude<DrainMode, 'batch'>, drain: () => Promise<void>) => Promise<void>;
}

/**
 * A job's starts are counted when it is taken, and a worker's death leaves every job it held one start older. So that a
 * deadly job takes none of its neighbours with it, one that was started three times or more is only held while nothing
 * else suspected is: its further starts are its own doing. One that is turned away is back in the queue in good order,
 * and its start is taken back.
 */
export function createPoisonCandidates(): PoisonCandidates {
  let [last, held]: [Promise<void>, number] = [Promise.resolve(), 0];
  return {
    run: async (mode, drain) => {
      if (mode !== 'alone' && held > 0)
        throw new RequeueLater('another suspected job is being drained', REQUEUE_DELAY_MS);
      held += 1;
      const turn = last.then(drain);
      last = turn.catch(() => undefined);
      await turn.finally(() => {
        held -= 1;
      });
    },
  };
}
