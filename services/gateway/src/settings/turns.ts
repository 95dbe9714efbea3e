/** A bound on how much is done at once, and on who waits for it. */
export interface Turns {
  /** Whether there is a turn now or within `waitMs`, first come, first served. Each one taken must be given back. */
  readonly take: (waitMs: number) => Promise<boolean>;
  readonly giveBack: () => void;
}

/** @param bounds turns taken together, and callers waiting: beyond that a caller is told no at once */
export function createTurns({ atOnce, maxWaiting }: { readonly atOnce: number; readonly maxWaiting: number }): Turns {
  let taken = 0;
  /** Called with a turn when there is one. A `Set` keeps the order and lets go of who has waited in vain. */
  const waiting = new Set<() => void>();
  const wait = (waitMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(go);
        resolve(false);
      }, waitMs);
      const go = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      waiting.add(go);
    });
  return {
    take: (waitMs) => {
      if (taken < atOnce) {
        taken += 1;
        return Promise.resolve(true);
      }
      return waitMs <= 0 || waiting.size >= maxWaiting ? Promise.resolve(false) : wait(waitMs);
    },
    giveBack: () => {
      const [next] = waiting;
      if (next === undefined) {
        taken -= 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
