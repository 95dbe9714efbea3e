/** The bytes of all jobs that a consumer holds, against a budget. */
export interface ByteBudget {
  readonly acquire: (bytes: number) => void;
  readonly release: (bytes: number) => void;
}

/**
 * Tells when the budget is spent and when half of it is free again: not at each job, because taking jobs is paused and
 * resumed by it. A single job larger than the budget is held, alone.
 * @param onSpent called with every change, never twice with the same value
 */
export function createByteBudget(budget: number, onSpent: (spent: boolean) => void): ByteBudget {
  let [held, spent] = [0, false];
  const change = (to: boolean): void => {
    if (to === spent) return;
    spent = to;
    onSpent(to);
  };
  return {
    acquire: (bytes) => {
      held += bytes;
      if (held >= budget) change(true);
    },
    release: (bytes) => {
      held -= bytes;
      if (held <= budget / 2) change(false);
    },
  };
}
